import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { openCluster, USER } from './postgres/cluster.ts'
import { findLauncher, type Launcher, postgresEnv } from './postgres/launch.ts'
import { endLeftOver } from './postgres/leftover.ts'
import { makeSocketFolder } from './postgres/socket.ts'
import { CannotStart } from './process/cannot-start.ts'

export interface PostgresOptions {
  /** A folder that belongs to this process alone. */
  dataDir: string
  log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
  /** For tests: may lose everything in a power cut, serves many, and its user may create databases. */
  throwAway?: boolean
  launcher?: Launcher
}

export interface Postgres {
  /** Stays the same when the server is started again. */
  connection: ClientConfig
  /** The server's process, while there is one. */
  pid(): number | undefined
  stop(): Promise<void>
}

/** Starts PostgreSQL in `dataDir`, for this process alone, and starts it again whenever it dies. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { dataDir, log, throwAway = false, launcher = findLauncher(dataDir) } = options
  const cluster = await openCluster(dataDir, launcher, throwAway)
  await endLeftOver(cluster.files, log)
  const socket = await makeSocketFolder(dataDir)
  const [file, args] = launcher.command('postgres', [
    ...['-D', cluster.files],
    ...settings(socket.folder, throwAway).flatMap((setting) => ['-c', setting]),
  ])

  const stopping = new AbortController()
  let server = await startPatiently()
  const watching = watch()
  process.once('exit', endWithUs)

  return {
    connection: { host: socket.folder, port: PORT, user: USER, password: cluster.password, database: USER },
    pid: () => (isRunning(server) ? server.pid : undefined),
    async stop() {
      stopping.abort()
      await endGently(server)
      await watching
      process.off('exit', endWithUs)
      await socket.remove()
    },
  }

  /** What a killed server left behind (shared memory, a last back end) may need a moment to go. */
  async function startPatiently() {
    for (let attempt = 1; ; attempt++) {
      try {
        return await launch(file, args, log)
      } catch (error) {
        if (attempt === 5) {
          await socket.remove()
          throw error
        }
        await pause(100 * 2 ** attempt)
      }
    }
  }

  async function watch() {
    for (let failures = 0; ; ) {
      const born = Date.now()
      if (isRunning(server)) await once(server, 'exit')
      if (stopping.signal.aborted) return
      log.error({ code: server.exitCode, signal: server.signalCode }, 'PostgreSQL ended; starting it again')

      failures = Date.now() - born > 30_000 ? 0 : failures + 1
      await pause(Math.min(50 * 2 ** failures, 5_000), undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      server = await launch(file, args, log).catch((error) => {
        log.error(error.message)
        return server
      })
      // Asked to stop while it was starting: nobody else knows of this one yet.
      if (stopping.signal.aborted) return endGently(server)
    }
  }

  /** Whatever ends this process early, short of a kill, takes the server with it. */
  function endWithUs() {
    server.kill('SIGINT')
  }
}

const PORT = 5432

function settings(socketFolder: string, throwAway: boolean) {
  return [
    'listen_addresses=',
    `port=${PORT}`,
    `unix_socket_directories="${socketFolder.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
    'max_connections=50',
    'shared_buffers=64MB',
    // One process's modest database: no replicas, no readers or compilers of its own.
    'wal_level=minimal',
    'max_wal_senders=0',
    'max_logical_replication_workers=0',
    'io_method=sync',
    'jit=off',
    'max_wal_size=256MB',
    'timezone=UTC',
    'log_timezone=UTC',
    // A failing statement is reported by who sent it; here its text or values would only leak.
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    'log_checkpoints=off',
    'log_line_prefix=',
    ...(throwAway ? ['fsync=off', 'full_page_writes=off', 'autovacuum=off', 'max_connections=200'] : []),
  ]
}

/** Resolves once the server takes connections. */
async function launch(file: string, args: string[], log: PostgresOptions['log']) {
  // In a process group of its own: Ctrl-C is for us, who end it when the last request is done.
  const server = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'], env: postgresEnv, detached: true })
  let lastWords = ''
  await new Promise<void>((resolve, reject) => {
    // First of all, as a server that cannot even be begun has nothing that could be read.
    server.once('error', reject)
    const lines = createInterface(server.stderr)
    lines.on('line', (line) => {
      const grave = /^(FATAL|PANIC): +(.*)/.exec(line)
      if (grave) lastWords = grave[2] ?? ''
      // Whoever knocks too early is told so by PostgreSQL, and tells it themselves.
      log[grave && !line.includes('the database system is') ? 'warn' : 'debug'](
        { postgres: line },
        'PostgreSQL says',
      )
      if (line.includes('database system is ready to accept connections')) resolve()
    })
    server.once('exit', (code, signal) => {
      reject(new CannotStart(`PostgreSQL does not start: ${lastWords || `it ended with ${code ?? signal}`}.`))
    })
  })
  return server
}

/** Lets open transactions roll back and writes everything down; insists after a while. */
async function endGently(server: ChildProcess) {
  for (const [signal, patience] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!isRunning(server)) return
    server.kill(signal)
    const ended = new AbortController()
    await Promise.race([
      once(server, 'exit', { signal: ended.signal }).catch(() => {}),
      pause(patience, undefined, { signal: ended.signal }).catch(() => {}),
    ])
    ended.abort()
  }
}

function isRunning(server: ChildProcess) {
  return server.exitCode === null && server.signalCode === null
}
