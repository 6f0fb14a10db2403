import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { withLockFile } from './lock-file.mjs'

// Restored, because other files run in the same process.
beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

test('runs concurrent actions one after another', async () => {
  const lock = await lockFile()
  let running = 0
  let mostRunning = 0
  const action = async () => {
    mostRunning = Math.max(mostRunning, ++running)
    await new Promise(setImmediate)
    running--
  }
  await Promise.all([withLockFile(lock, action), withLockFile(lock, action), withLockFile(lock, action)])

  expect(mostRunning).toBe(1)
  expect(existsSync(lock)).toBe(false)
})

test('takes over the lock of a killed process once its children have ended too', async () => {
  const lock = await lockFile()
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const unusedPid = 2 ** 22 + 1
  await writeFile(lock, `${unusedPid}\n${child.pid}\n`)

  const action = vi.fn(async () => {})
  const done = withLockFile(lock, action)
  await vi.waitFor(() => expect(console.info).toHaveBeenCalledWith(expect.stringContaining('Waiting')), {
    timeout: 60_000,
  })
  expect(action).not.toHaveBeenCalled()
  child.kill('SIGKILL')
  await once(child, 'exit')
  await done
  expect(action).toHaveBeenCalledOnce()
})

test('releases the lock when the action fails', async () => {
  const lock = await lockFile()
  await expect(withLockFile(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(existsSync(lock)).toBe(false)
})

async function lockFile() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-lock-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'lock')
}
