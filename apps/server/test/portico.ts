import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import type { OnCleanup } from './cleanup-stack.ts'
import { freePort } from './free-port.ts'

/**
 * Starts the real server as a process, and resolves when it listens. The server and its database are killed when the
 * test ends, or by `onCleanup`. `within` is a command to run it with. The web app is left out unless it is asked for.
 */
export async function startPortico(
  env: Record<string, string> = {},
  { within = [], web = false, onCleanup = onTestFinished }: LaunchOptions & { onCleanup?: OnCleanup } = {},
) {
  if (web) await buildWebApp()
  const port = env.PORT ?? String(await freePort())
  const dataDir = env.DATA_DIR ?? (await temporaryFolder(onCleanup))
  const child = launch({ PORT: port, DATA_DIR: dataDir, ...env }, { within, web })
  onCleanup(async () => {
    await end('SIGKILL')
    await killPostgres()
  })

  const stderr = text(child.stderr)
  const output: string[] = []
  const lines = createInterface({ input: child.stdout })
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      output.push(line)
      if (line.startsWith('  Mail')) resolve()
    })
    stderr.then(async (message) => {
      if (isRunning(child)) await once(child, 'exit')
      reject(new Error(message))
    }, reject)
  })

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    pid: child.pid ?? 0,
    output,
    end,
    killPostgres,
    postgresPid,
  }

  async function end(signal: NodeJS.Signals) {
    if (!isRunning(child)) return child.exitCode
    child.kill(signal)
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code) throw new Error(`ended with ${code}: ${await stderr}`)
    return code
  }

  async function postgresPid() {
    const note = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => '')
    return Number.parseInt(note, 10) || null
  }

  async function killPostgres() {
    const pid = await postgresPid()
    if (pid && isAlive(pid)) process.kill(pid, 'SIGKILL')
  }
}

/** Starts a process without waiting until it listens. */
export async function beginPortico(env: Record<string, string>) {
  const child = launch({ PORT: String(await freePort()), DATA_DIR: await temporaryFolder(), ...env })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  return {
    async end(signal: NodeJS.Signals) {
      child.kill(signal)
      await ended
    },
  }
}

/** Resolves to the standard error and the exit code of a start that fails. */
export async function failToStart(env: Record<string, string>) {
  const child = launch({ PORT: String(await freePort()), ...env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { complaint, code }
}

export async function temporaryFolder(onCleanup: OnCleanup = onTestFinished) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-start-'))
  onCleanup(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

export function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

interface LaunchOptions {
  within?: string[]
  web?: boolean
}

/** Does nothing if it is built already, as in a whole test run. */
async function buildWebApp() {
  await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, '../../../scripts/setup.mjs'),
    '--build',
  ])
}

function launch(env: Record<string, string>, { within = [], web = false }: LaunchOptions = {}) {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const main = join(import.meta.dirname, '../src/main.ts')
  const [command = process.execPath, ...args] = [
    ...within,
    process.execPath,
    main,
    ...(web ? [] : ['--no-web']),
  ]
  return spawn(command, args, {
    // The disk of a test machine may be small.
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, MIN_FREE_BYTES: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function isRunning(child: ChildProcess) {
  return child.exitCode === null && child.signalCode === null
}
