import { mkdir } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { cpuSeconds, peakMiB, resetPeak, residentMiB } from './processes.ts'
import { startServer } from './servers.ts'
import type { Side } from './sides.ts'
import { median } from './statistics.ts'

const MB = 1_000_000
const CHUNK = Buffer.alloc(256 * 1_024, 'x')

interface FileServer {
  pid: number
  send(bytes: number): Promise<string>
}

/**
 * Compares uploads and downloads with a bare server that writes a body to an fsynced, renamed file, and pipes it
 * back.
 */
export async function benchFiles(
  ours: Side,
  folder: string,
  { quick, rounds }: { quick: boolean; rounds: number },
) {
  await mkdir(folder)
  const bare = await startServer({
    main: 'baseline/files.mjs',
    env: { FOLDER: folder },
    log: join(folder, 'server.log'),
  })
  try {
    const baseline: FileServer = { pid: bare.pid, send: (bytes) => sendBare(bare.port, bytes) }
    // To one project after the other, because uploads to the same wait for each other.
    let sent = 0
    const portico: FileServer = {
      pid: ours.pid,
      send: (bytes) => sendForm(ours, ours.projects[sent++ % ours.projects.length], bytes),
    }
    // First, while the process is as small as it is when idle.
    const memory: string[] = []
    for (const [count, most] of quick
      ? [[1, 32] as const]
      : ([
          [1, 32],
          [10, 64],
        ] as const)) {
      const rise = await riseOf(portico, () =>
        Promise.all(Array.from({ length: count }, () => portico.send(500 * MB))),
      )
      memory.push(
        `| memory for ${count} × 500 MB at once | rises by ${Math.round(rise)} MiB (wanted: at most ${most}) | |`,
      )
    }
    const lines = [
      await inTurn('upload 200 MB, MB/s', baseline, portico, rounds, (server) =>
        speed(server, () => server.send(200 * MB)),
      ),
      await inTurn('download 200 MB, MB/s', baseline, portico, rounds, downloads()),
      await inTurn('upload 10 kB, files/s', baseline, portico, rounds, (server) => smallFiles(server)),
      ...memory,
    ]
    return `\n| files | Portico / baseline = ratio | server CPU |\n| --- | --- | --- |\n${lines.join('\n')}\n`
  } finally {
    await bare.stop()
  }
}

interface Turn {
  speed: number
  /** Processor seconds for each unit of work. */
  cpu: number
}

async function inTurn(
  name: string,
  baseline: FileServer,
  portico: FileServer,
  rounds: number,
  work: (server: FileServer) => Promise<Turn>,
) {
  for (const server of [baseline, portico]) await work(server)
  const taken: [Turn, Turn][] = []
  for (let round = 0; round < rounds; round++) taken.push([await work(baseline), await work(portico)])
  const of = (pick: (pair: [Turn, Turn]) => number) => median(taken.map(pick))
  const ratios = taken.map(([base, mine]) => mine.speed / base.speed)
  return (
    `| ${name} | ${short(of(([, mine]) => mine.speed))} / ${short(of(([base]) => base.speed))} = **${short(median(ratios))}** ` +
    `(${short(Math.min(...ratios))} to ${short(Math.max(...ratios))}) | ` +
    `**${short(of(([base, mine]) => mine.cpu / base.cpu))}** times the baseline’s |`
  )
}

async function speed({ pid }: FileServer, work: () => Promise<unknown>): Promise<Turn> {
  const [cpu, start] = [cpuSeconds(pid), performance.now()]
  await work()
  const seconds = (performance.now() - start) / 1_000
  return { speed: 200 / seconds, cpu: cpuSeconds(pid) - cpu }
}

function downloads() {
  const urls = new Map<FileServer, string>()
  return async (server: FileServer) => {
    const url = urls.get(server) ?? (await server.send(200 * MB))
    urls.set(server, url)
    return speed(server, () => fetched(url))
  }
}

async function smallFiles(server: FileServer): Promise<Turn> {
  const [cpu, start] = [cpuSeconds(server.pid), performance.now()]
  let files = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (; performance.now() - start < 2_000; files++) await server.send(10_000)
    }),
  )
  return { speed: (files * 1_000) / (performance.now() - start), cpu: (cpuSeconds(server.pid) - cpu) / files }
}

async function riseOf({ pid }: FileServer, work: () => Promise<unknown>) {
  resetPeak(pid)
  const before = residentMiB(pid)
  await work()
  return peakMiB(pid) - before
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

async function sendBare(port: number, bytes: number) {
  const name = await post({ port, path: '/', headers: { 'content-length': bytes } }, [], bytes)
  return `http://127.0.0.1:${port}/${name}`
}

async function sendForm({ port, headers }: Side, project: string | undefined, bytes: number) {
  const head = Buffer.from(
    `--bench\r\nContent-Disposition: form-data; name="projectId"\r\n\r\n${project}\r\n` +
      '--bench\r\nContent-Disposition: form-data; name="file"; filename="bench.mp4"\r\nContent-Type: video/mp4\r\n\r\n',
  )
  const tail = Buffer.from('\r\n--bench--\r\n')
  const form = {
    'content-type': 'multipart/form-data; boundary=bench',
    'content-length': head.length + bytes + tail.length,
  }
  const file = await post(
    { port, path: '/api/files/upload', headers: { ...headers, ...form } },
    [head, tail],
    bytes,
  )
  const { pathname, search } = new URL(JSON.parse(file).fileUrl)
  return `http://127.0.0.1:${port}${pathname}${search}`
}

function post(to: { port: number; path: string; headers: object }, [head, tail]: Buffer[], bytes: number) {
  return new Promise<string>((resolve, reject) => {
    const call = request(
      { ...to, headers: { ...to.headers }, host: '127.0.0.1', method: 'POST', agent },
      async (reply) => {
        const text = (await bodyOf(reply)).toString()
        if (reply.statusCode && reply.statusCode < 300) resolve(text)
        else reject(new Error(`${reply.statusCode} ${text}`))
      },
    )
    call.on('error', reject)
    if (head) call.write(head)
    let left = bytes
    function pump() {
      while (left > 0) {
        const chunk = left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK
        left -= chunk.length
        if (!call.write(chunk)) return void call.once('drain', pump)
      }
      call.end(tail)
    }
    pump()
  })
}

function fetched(url: string) {
  return new Promise<void>((resolve, reject) => {
    request(url, { agent }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${reply.statusCode} for ${url}`))
      reply.on('data', () => {}).on('end', resolve)
    })
      .on('error', reject)
      .end()
  })
}

async function bodyOf(reply: IncomingMessage) {
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part)
  return Buffer.concat(parts)
}

function short(number: number) {
  return Number.isFinite(number) ? Number(number.toPrecision(3)) : '-'
}
