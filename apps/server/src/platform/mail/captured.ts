import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import type { SentEmail } from './email.ts'

export type CapturedEmail = SentEmail & { id: string; sentAt: string }

const MAX_CAPTURED_EMAILS = 500

/** Stores the newest emails as files instead of sending them. Ids begin with the time, so file names sort by age. */
export function createCapturingTransport(dir: string) {
  return {
    async send(email: SentEmail) {
      const id = newId()
      const captured: CapturedEmail = { id, sentAt: new Date().toISOString(), ...email }
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const draft = join(dir, `${id}.draft`)
      await writeFile(draft, JSON.stringify(captured), { mode: 0o600 })
      await rename(draft, join(dir, `${id}.json`))
      await deleteOldest(dir)
    },
    close() {},
  }
}

export async function listCaptured(dir: string): Promise<CapturedEmail[]> {
  const emails = await Promise.all((await listIds(dir)).map((id) => findCaptured(dir, id)))
  return emails.filter((email) => email !== undefined)
}

export async function findCaptured(dir: string, id: string): Promise<CapturedEmail | undefined> {
  const text = await readFile(join(dir, `${id}.json`), 'utf8').catch(undefinedIfNotFound)
  return text === undefined ? undefined : JSON.parse(text)
}

async function deleteOldest(dir: string) {
  for (const id of (await listIds(dir)).slice(MAX_CAPTURED_EMAILS))
    await rm(join(dir, `${id}.json`), { force: true })
}

async function listIds(dir: string) {
  const names = (await readdir(dir).catch(undefinedIfNotFound)) ?? []
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort()
    .reverse()
}

function undefinedIfNotFound(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}
