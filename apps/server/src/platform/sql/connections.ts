import type pg from 'pg'
import { settlesWithin } from '../process/settles-within.ts'

/** A line that no longer answers is as good as cut: then it is cut here, which its owner hears like any other end. */
export function cutWhenSilent(client: pg.ClientBase, patience: number) {
  const beat = setInterval(async () => {
    if (!(await settlesWithin(patience, client.query('select 1')))) cut(client)
  }, patience)
  client.once('end', () => clearInterval(beat))
}

/** Says goodbye, but does not wait long for the answer. */
export async function leave(client: pg.ClientBase & { end(): Promise<void> }) {
  const enough = setTimeout(() => cut(client), 1_000)
  await client.end().catch(() => {})
  clearTimeout(enough)
}

/** Saying goodbye first would wait for an answer. */
export function cut(client: pg.ClientBase) {
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}
