import { setTimeout as wait } from 'node:timers/promises'
import { openCluster } from './cluster.ts'
import { findLauncher, type Launcher } from './launcher.ts'
import { stopLeftover } from './leftover.ts'
import type { Log } from './log.ts'
import { isRunning, startServer, stopServer, waitForExit } from './server.ts'
import { settings } from './settings.ts'
import { createSocketFolder } from './socket.ts'

export interface PostgresOptions {
  /** A folder that belongs to this process alone. */
  dataDir: string
  /** Names the user, their database, and temporary folders. */
  name: string
  log: Log
  /** For tests: may lose everything in a power cut, allows more connections, and its user may create databases. */
  throwAway?: boolean
  launcher?: Launcher
}

export interface EmbeddedPostgres {
  /** Stays the same when the server is restarted. */
  connection: { host: string; port: number; user: string; password: string; database: string }
  pid(): number | undefined
  stop(): Promise<void>
}

const PORT = 5432
const START_ATTEMPTS = 5
const STABLE_MS = 30_000
const MAX_RESTART_DELAY_MS = 5_000

/** Starts PostgreSQL in `dataDir`, for this process alone, and restarts it whenever it dies. */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, name, log, throwAway = false, launcher = findLauncher(dataDir) } = options
  const cluster = await openCluster(dataDir, { name, launcher, throwAway })
  await stopLeftover(cluster.files, log)
  const socket = await createSocketFolder(dataDir, name)
  const [file, args] = launcher.command('postgres', [
    ...['-D', cluster.files],
    ...settings({ socketFolder: socket.folder, port: PORT, throwAway }).flatMap((setting) => ['-c', setting]),
  ])

  const stopping = new AbortController()
  let server = await startWithRetries()
  const watching = restartOnExit()
  process.once('exit', stopWithProcess)

  return {
    connection: { host: socket.folder, port: PORT, user: name, password: cluster.password, database: name },
    pid: () => (isRunning(server) ? server.pid : undefined),
    async stop() {
      stopping.abort()
      await stopServer(server)
      await watching
      process.off('exit', stopWithProcess)
      await socket.remove()
    },
  }

  /** Shared memory and backends of a killed server may take a moment to disappear. */
  async function startWithRetries() {
    for (let attempt = 1; ; attempt++) {
      try {
        return await startServer(file, args, log)
      } catch (error) {
        if (attempt === START_ATTEMPTS) {
          await socket.remove()
          throw error
        }
        await wait(100 * 2 ** attempt)
      }
    }
  }

  async function restartOnExit() {
    for (let failures = 0; ; ) {
      const startedAt = Date.now()
      await waitForExit(server)
      if (stopping.signal.aborted) return
      log.error({ code: server.exitCode, signal: server.signalCode }, 'PostgreSQL ended; starting it again')

      failures = Date.now() - startedAt > STABLE_MS ? 0 : failures + 1
      const delay = Math.min(50 * 2 ** failures, MAX_RESTART_DELAY_MS)
      await wait(delay, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      server = await startServer(file, args, log).catch((error) => {
        log.error(error.message)
        return server
      })
      // It was starting when `stop` was called, which does not know this one.
      if (stopping.signal.aborted) return stopServer(server)
    }
  }

  /** Stops the server however this process ends, except by SIGKILL. */
  function stopWithProcess() {
    server.kill('SIGINT')
  }
}
