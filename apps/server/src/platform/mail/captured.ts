import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import type { SentLetter } from './mailer.ts'

export type CapturedLetter = SentLetter & { id: string; sentAt: string }

const KEPT = 500

/** Instead of sending, keeps the newest letters as files: their ids begin with the time, so names sort by age. */
export function captureMail(dir: string) {
  return {
    async send(letter: SentLetter) {
      const id = newId()
      const captured: CapturedLetter = { id, sentAt: new Date().toISOString(), ...letter }
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const draft = join(dir, `${id}.draft`)
      await writeFile(draft, JSON.stringify(captured), { mode: 0o600 })
      await rename(draft, join(dir, `${id}.json`))
      await forgetOldest(dir)
    },
    close() {},
  }
}

/** Newest first. */
export async function listCaptured(dir: string): Promise<CapturedLetter[]> {
  const letters = await Promise.all((await idsIn(dir)).map((id) => findCaptured(dir, id)))
  return letters.filter((letter) => letter !== undefined)
}

export async function findCaptured(dir: string, id: string): Promise<CapturedLetter | undefined> {
  const text = await readFile(join(dir, `${id}.json`), 'utf8').catch(ifMissing)
  return text === undefined ? undefined : JSON.parse(text)
}

async function forgetOldest(dir: string) {
  for (const id of (await idsIn(dir)).slice(KEPT)) await rm(join(dir, `${id}.json`), { force: true })
}

async function idsIn(dir: string) {
  const names = (await readdir(dir).catch(ifMissing)) ?? []
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort()
    .reverse()
}

function ifMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}
