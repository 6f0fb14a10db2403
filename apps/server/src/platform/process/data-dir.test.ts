import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataDir } from './data-dir.ts'

test('creates the folder and its secret for this user only, and reuses the secret', async () => {
  const path = join(await temporaryFolder(), 'a b', 'data')
  const first = await lockDataDir(path)
  const secret = await first.secret()
  first.release()
  const second = await lockDataDir(path)

  expect(await second.secret()).toBe(secret)
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect((await stat(path)).mode & 0o777).toBe(0o700)
  expect((await stat(join(path, 'secret'))).mode & 0o777).toBe(0o600)
  second.release()
})

test('gives the folder to one of several processes, and names it to the others', async () => {
  const path = await temporaryFolder()
  const holders = await Promise.all(Array.from({ length: 5 }, () => holdInAnotherProcess(path)))

  expect(holders.filter(({ message }) => message === 'taken')).toHaveLength(1)
  expect(
    holders.filter(({ message }) => message.startsWith(`DATA_DIR (${path}) is in use by another Portico:`)),
  ).toHaveLength(4)
})

test('takes the folder of a killed process', async () => {
  const path = await temporaryFolder()
  const { kill } = await holdInAnotherProcess(path)
  await expect(lockDataDir(path)).rejects.toThrow('is in use by another Portico')

  await kill()
  const mine = await lockDataDir(path)
  mine.release()
})

test.for(['data', 'data/deeper'])('names a file in the way of %s', async (path) => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'data'), '')

  await expect(lockDataDir(join(folder, path))).rejects.toThrow(
    `DATA_DIR (${join(folder, path)}) cannot be used: there is a file in its way.`,
  )
})

test('refuses a folder where the system lets nobody create one', async () => {
  await expect(lockDataDir('/proc/portico/data')).rejects.toThrow(
    /^DATA_DIR \(\/proc\/portico\/data\) cannot be used: .+\.$/,
  )
})

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-data-dir-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function holdInAnotherProcess(path: string) {
  const child = fork(join(import.meta.dirname, '../../../test/hold-data-dir.ts'), [path])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [message] = (await once(child, 'message')) as [string]
  return {
    message,
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
