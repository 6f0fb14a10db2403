import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cpuSeconds, residentMiB } from '../processes.ts'
import { quantile } from '../statistics.ts'
import { makeChanges } from './changes.ts'
import { createInbox } from './inbox.ts'
import { startEmailServer } from './server.ts'

/**
 * Measures whether notification emails are sent in time when a lot happens on the projects of many clients. README.md
 * explains the output.
 */
const { values } = parseArgs({
  options: {
    work: { type: 'string' },
    clients: { type: 'string', default: '1000' },
    /** Changes per minute and client. */
    changes: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '12' },
  },
})
const [clientCount, perMinute, minutes] = [values.clients, values.changes, values.minutes].map(Number) as [
  number,
  number,
  number,
]
const folder = await mkdtemp(join(tmpdir(), 'portico-bench-'))
const inbox = createInbox()
const server = await startEmailServer(folder, clientCount, inbox)
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort())

try {
  print(`\n${clientCount} clients, ${perMinute} changes a minute on a project of each, for ${minutes} minutes\n
| minute | changes | failed | p50 ms | p99 ms | emails | server CPU % | database CPU % | RSS MiB |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |`)
  const memory: number[] = []
  for (let minute = 1; minute <= minutes && !stopping.signal.aborted; minute++) {
    const before = { emails: inbox.count(), cpu: cpu() }
    const { count, failed, latencies } = await makeChanges(server, {
      turn: minute - 1,
      perMinute,
      onChange: inbox.expect,
      signal: stopping.signal,
    })
    memory.push(residentMiB(server.pid))
    const after = cpu()
    const cells = [
      ...[minute, count, failed, quantile(latencies, 0.5), quantile(latencies, 0.99)],
      inbox.count() - before.emails,
      ...([0, 1] as const).map((i) => ((after[i] - before.cpu[i]) / 60) * 100),
      memory.at(-1) as number,
    ]
    print(`| ${cells.map(short).join(' | ')} |`)
    if (failed > 0) process.exitCode = 1
  }
  const { missing, twice, delays, afterMinute } = inbox.report()
  print(`
${inbox.count()} emails; ${missing} that were due have not come, ${twice} came within an hour of another.
Seconds after an email was due: p50 ${short(quantile(delays, 0.5))}, p99 ${short(quantile(delays, 0.99))}, at most ${short(Math.max(...delays))}.
Seconds after the minute that looked for it: p50 ${short(quantile(afterMinute, 0.5))}, at most ${short(Math.max(...afterMinute))} (wanted: at most 60).
RSS: ${short(memory[0] as number)} MiB after a minute, ${short(Math.max(...memory))} at most, ${short(memory.at(-1) as number)} at the end.`)
  if (missing + twice > 0) process.exitCode = 1
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

function cpu() {
  return [cpuSeconds(server.pid), cpuSeconds(server.databasePid)] as const
}

function short(number: number) {
  if (!Number.isFinite(number)) return '-'
  return Math.abs(number) >= 100 ? number.toFixed(0) : String(Number(number.toPrecision(3)))
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}
