import { type Load, load } from './load.ts'
import type { Options } from './options.ts'
import { cpuSeconds, residentMiB } from './processes.ts'
import type { Side } from './sides.ts'
import { median, quantile } from './statistics.ts'
import type { Work } from './works.ts'

export interface Result {
  floor: Figures
  ours: Figures
  /** Ours by the floor's, round by round. */
  ratios: Record<keyof Figures, number[]>
  complaints: string[]
}

/** Medians of all rounds. CPU is in microseconds a request. */
export interface Figures {
  requestsPerSecond: number
  serverCpu: number
  databaseCpu: number
  /** Milliseconds at one connection. */
  p50: number
  p99: number
  bytes: number
  rss: number
}

/** Both do the same work in turn, so that whatever else the machine is doing is done to both. */
export async function compare(floor: Side, ours: Side, work: Work, options: Options): Promise<Result> {
  const { rounds, seconds, connections, warmup } = options
  const complaints: string[] = []
  const sides = [floor, ours] as const

  for (const side of sides) await turn(side, connections, warmup)
  const taken: [Figures, Figures][] = []
  for (let round = 0; round < rounds; round++) taken.push([await measure(floor), await measure(ours)])

  return {
    floor: each((name) => median(taken.map(([floor]) => floor[name]))),
    ours: each((name) => median(taken.map(([, ours]) => ours[name]))),
    ratios: each((name) => taken.map(([floor, ours]) => ours[name] / floor[name])),
    complaints: [...new Set(complaints)],
  }

  async function measure(side: Side): Promise<Figures> {
    const [server, database] = [cpuSeconds(side.pid), cpuSeconds(side.databasePid)]
    const { requestsPerSecond, requests, bytes } = await turn(side, connections, seconds)
    const microsecondsSince = (before: number, now: number) => ((now - before) * 1e6) / requests
    const serverCpu = microsecondsSince(server, cpuSeconds(side.pid))
    const databaseCpu = microsecondsSince(database, cpuSeconds(side.databasePid))
    const rss = residentMiB(side.pid)
    const { latencies } = await turn(side, 1, seconds / 2)
    const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)]
    return { requestsPerSecond, serverCpu, databaseCpu, p50, p99, bytes: bytes / requests, rss }
  }

  async function turn(side: Side, connections: number, seconds: number): Promise<Load> {
    const done = await load({ port: side.port, connections, seconds, next: side.requests(work) })
    complaints.push(...done.complaints.map((complaint) => `${side.name}: ${complaint}`))
    return done
  }
}

const NAMES = ['requestsPerSecond', 'serverCpu', 'databaseCpu', 'p50', 'p99', 'bytes', 'rss'] as const

function each<T>(make: (name: keyof Figures) => T) {
  return Object.fromEntries(NAMES.map((name) => [name, make(name)])) as Record<keyof Figures, T>
}
