import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresOptions } from '../postgres.ts'

/**
 * When we were killed, our PostgreSQL went on without us. It ends in good order before the next one starts.
 * The folder is ours alone by now (data-dir.ts), so nobody else can be using it.
 */
export async function endLeftOver(files: string, log: PostgresOptions['log']) {
  const note = join(files, 'postmaster.pid')
  const pid = await readPid(note)
  if (!pid || !isAlive(pid)) return // PostgreSQL itself clears up after one that is dead

  if (!isServerOf(files, pid)) {
    // The number belongs to somebody else since; PostgreSQL would take them for its predecessor and refuse.
    await rm(note, { force: true })
    return
  }
  log.info({ pid }, 'ending the PostgreSQL that an earlier run left behind')
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    process.kill(pid, signal)
    for (let waited = 0; waited < 10_000; waited += 20) {
      if (!existsSync(note) || !isAlive(pid)) return
      await pause(20)
    }
  }
}

async function readPid(note: string) {
  const text = await readFile(note, 'utf8').catch(() => '')
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
