import { type Load, load } from './load.ts'
import type { Options } from './options.ts'
import { cpuSeconds, residentMiB } from './processes.ts'
import type { Side } from './sides.ts'
import { median, quantile } from './statistics.ts'
import type { Work } from './works.ts'

export interface Result {
  baseline: Figures
  ours: Figures
  /** Portico's figures divided by the baseline's, for each round. */
  ratios: Record<keyof Figures, number[]>
  failures: string[]
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

/** Both do the same work in turn, so that other load on the machine affects both alike. */
export async function compare(baseline: Side, ours: Side, work: Work, options: Options): Promise<Result> {
  const { rounds, seconds, connections } = options
  const failures: string[] = []
  const sides = [baseline, ours] as const

  for (const side of sides) await warmUp(side)
  const taken: [Figures, Figures][] = []
  for (let round = 0; round < rounds; round++) taken.push([await measure(baseline), await measure(ours)])

  return {
    baseline: each((name) => median(taken.map(([baseline]) => baseline[name]))),
    ours: each((name) => median(taken.map(([, ours]) => ours[name]))),
    ratios: each((name) => taken.map(([baseline, ours]) => ours[name] / baseline[name])),
    failures: [...new Set(failures)],
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

  async function warmUp(side: Side) {
    for (let requests = 0; requests < options.warmupRequests; )
      requests += Math.max(1, (await turn(side, connections, options.warmup)).requests)
  }

  async function turn(side: Side, connections: number, seconds: number): Promise<Load> {
    const done = await load({ port: side.port, connections, seconds, next: side.requests(work) })
    failures.push(...done.failures.map((failure) => `${side.name}: ${failure}`))
    return done
  }
}

const NAMES = ['requestsPerSecond', 'serverCpu', 'databaseCpu', 'p50', 'p99', 'bytes', 'rss'] as const

function each<T>(make: (name: keyof Figures) => T) {
  return Object.fromEntries(NAMES.map((name) => [name, make(name)])) as Record<keyof Figures, T>
}
