import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { oneAtATime } from './one-at-a-time.mjs'

// Given back: other files run in the same process.
beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

test('of several at once, each waits for the others', async () => {
  const lock = await lockFile()
  let inside = 0
  let most = 0
  const turn = async () => {
    most = Math.max(most, ++inside)
    await new Promise(setImmediate)
    inside--
  }
  await Promise.all([oneAtATime(lock, turn), oneAtATime(lock, turn), oneAtATime(lock, turn)])

  expect(most).toBe(1)
  expect(existsSync(lock)).toBe(false)
})

test('the lock of one that was killed is taken over, once what it started has ended too', async () => {
  const lock = await lockFile()
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const nobody = 2 ** 22 + 1
  await writeFile(lock, `${nobody}\n${child.pid}\n`)

  const doIt = vi.fn(async () => {})
  const done = oneAtATime(lock, doIt)
  await vi.waitFor(() => expect(console.info).toHaveBeenCalledWith(expect.stringContaining('Waiting')), {
    timeout: 60_000,
  })
  expect(doIt).not.toHaveBeenCalled()
  child.kill('SIGKILL')
  await once(child, 'exit')
  await done
  expect(doIt).toHaveBeenCalledOnce()
})

test('what fails lets go', async () => {
  const lock = await lockFile()
  await expect(oneAtATime(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(existsSync(lock)).toBe(false)
})

async function lockFile() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-lock-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'lock')
}
