import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { EmbeddedPostgresError } from './errors.ts'
import { postgresEnv } from './launcher.ts'
import type { Log } from './log.ts'

export async function startServer(file: string, args: string[], log: Log) {
  // Its own process group, so that Ctrl-C reaches only us: we stop the server after the last request.
  const server = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'], env: postgresEnv, detached: true })
  let lastError = ''
  await new Promise<void>((resolve, reject) => {
    // Before anything else, because a server that could not be spawned has no stderr.
    server.once('error', reject)
    const lines = createInterface(server.stderr)
    lines.on('line', (line) => {
      const [, severe] = /^(?:FATAL|PANIC): +(.*)/.exec(line) ?? []
      if (severe) lastError = severe
      // A client that connects too early, or is still connected when the server stops, gets this message itself.
      const isNews = severe && !/the database system is|due to administrator command/.test(severe)
      log[isNews ? 'warn' : 'debug']({ postgres: line }, 'PostgreSQL says')
      if (line.includes('database system is ready to accept connections')) resolve()
    })
    server.once('exit', (code, signal) => {
      const reason = lastError || `it ended with ${code ?? signal}`
      reject(new EmbeddedPostgresError('START_FAILED', `PostgreSQL does not start: ${reason}`))
    })
  })
  return server
}

/** SIGINT rolls back open transactions and writes everything to disk. SIGQUIT and SIGKILL follow if that takes too long. */
export async function stopServer(server: ChildProcess) {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!isRunning(server)) return
    server.kill(signal)
    const settled = new AbortController()
    await Promise.race([
      once(server, 'exit', { signal: settled.signal }).catch(() => {}),
      wait(timeoutMs, undefined, { signal: settled.signal }).catch(() => {}),
    ])
    settled.abort()
  }
}

export async function waitForExit(server: ChildProcess) {
  if (isRunning(server)) await once(server, 'exit')
}

export function isRunning(server: ChildProcess) {
  return server.exitCode === null && server.signalCode === null
}
