import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Config } from '../../config.ts'
import { findCaptured, listCaptured } from './captured.ts'
import type { Email } from './email.ts'
import { capturedMailDir, createMailer } from './mailer.ts'

const email = { subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>' }

test('lists captured emails newest first, each with its sender', async () => {
  const { dir, mailer } = await open()
  await mailer.send(to('first@example.test'))
  await mailer.send({ ...to('second@example.test'), from: 'Ada\nMarsh via Portico' })

  const emails = await listCaptured(dir)

  expect(emails).toMatchObject([
    {
      ...email,
      to: { address: 'second@example.test' },
      from: { name: 'Ada Marsh via Portico', address: 'mail@portico.test' },
    },
    {
      ...email,
      to: { address: 'first@example.test' },
      from: { name: 'Portico', address: 'mail@portico.test' },
    },
  ])
  expect(await findCaptured(dir, emails[1]?.id ?? '')).toEqual(emails[1])
})

test('makes captured emails readable by their owner only', async () => {
  const { dir, mailer } = await open()
  await mailer.send(to('maya@example.test'))

  const [file = ''] = await readdir(dir)
  expect([(await stat(dir)).mode & 0o777, (await stat(join(dir, file))).mode & 0o777]).toEqual([0o700, 0o600])
})

test('stores the newest five hundred emails, also when many are written at once', async () => {
  const { dir, mailer } = await open()
  await Promise.all(Array.from({ length: 520 }, (_, n) => mailer.send(to(`person${n}@example.test`))))

  const emails = await listCaptured(dir)

  expect(emails).toHaveLength(500)
  expect(emails[0]?.to.address).toBe('person519@example.test')
  expect((await readdir(dir)).filter((name) => !name.endsWith('.json'))).toEqual([])
})

test('lists nothing before the first email', async () => {
  const { dir } = await open()
  expect(await listCaptured(dir)).toEqual([])
  expect(await findCaptured(dir, 'unknown')).toBeUndefined()
})

async function open() {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-mail-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const config = { smtpUrl: null, mailFrom: '"Portico" <mail@portico.test>', dataDir } as Config
  return { dir: capturedMailDir(dataDir), mailer: createMailer(config) }
}

function to(address: string): Email {
  return { ...email, to: { address } }
}
