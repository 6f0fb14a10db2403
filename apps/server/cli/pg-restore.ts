import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { CannotStart } from '../src/platform/process/cannot-start.ts'

/** Throws CannotStart for a file that is not a dump, or a dump of a newer version. */
export async function listDumpedTables(dump: string) {
  const list = await run(['--list', dump], {})
  return [...list.matchAll(/^\d+; \d+ \d+ TABLE \S+ (\S+) /gm)].map(([, name]) => name)
}

/** In one transaction. The password is passed in the environment, because other users can read arguments. */
export async function restoreDump(dump: string, databaseUrl: string) {
  const url = new URL(databaseUrl)
  const password = url.password ? decodeURIComponent(url.password) : (url.searchParams.get('password') ?? '')
  url.password = ''
  url.searchParams.delete('password')
  await run(
    ['--exit-on-error', '--single-transaction', '--no-owner', `--dbname=${url.href}`, dump],
    password ? { PGPASSWORD: password } : {},
  )
}

async function run(args: string[], env: Record<string, string>) {
  const child = spawn('pg_restore', args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close').catch((error) => {
    throw new CannotStart(
      error.code === 'ENOENT'
        ? 'pg_restore is not there: install the programs of PostgreSQL (postgresql-client), no older than the dump.'
        : `pg_restore cannot be run: ${error.message}.`,
    )
  })
  const [[code], output, complaint] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  if (code === 0) return output
  throw new CannotStart(`pg_restore failed, and the database is as empty as before:\n${complaint.trimEnd()}`)
}
