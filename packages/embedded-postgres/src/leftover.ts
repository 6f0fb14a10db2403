import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from './log.ts'

const SIGNAL_TIMEOUT_MS = 10_000
const POLL_INTERVAL_MS = 20

/** Stops a server that outlived the process which started it. The caller has locked the folder. */
export async function stopLeftover(files: string, log: Log) {
  const pidFile = join(files, 'postmaster.pid')
  const pid = await readPid(pidFile)
  if (!pid || !isAlive(pid)) return // PostgreSQL itself cleans up after a dead one

  if (!isServerOf(files, pid)) {
    // The process id has been reused. PostgreSQL would take that process for a running server and not start.
    await rm(pidFile, { force: true })
    return
  }
  log.info({ pid }, 'ending the PostgreSQL that an earlier run left behind')
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    process.kill(pid, signal)
    for (let waited = 0; waited < SIGNAL_TIMEOUT_MS; waited += POLL_INTERVAL_MS) {
      if (!existsSync(pidFile) || !isAlive(pid)) return
      await wait(POLL_INTERVAL_MS)
    }
  }
}

async function readPid(pidFile: string) {
  const text = await readFile(pidFile, 'utf8').catch(() => '')
  return Number.parseInt(text, 10) || undefined
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isServerOf(files: string, pid: number) {
  try {
    return commandOf(pid).includes(files)
  } catch {
    return false
  }
}

function commandOf(pid: number) {
  if (process.platform !== 'linux')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' })
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
}
