import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'

/** A file of schema/: one function, the triggers of one table, or views. */
interface SchemaFile {
  /** For example functions/number_event. */
  file: string
  text: string
  checksum: string
  /** The statements that take its objects away. */
  undo: string
}

const KINDS = ['functions', 'views', 'triggers'] as const
type Kind = (typeof KINDS)[number]

/** The functions, then the views, then the triggers. */
export async function readSchema(folder: string): Promise<SchemaFile[]> {
  const files = KINDS.map(async (kind) => {
    const names = (await readdir(join(folder, kind))).filter((name) => name.endsWith('.sql')).sort()
    return Promise.all(names.map((name) => readSchemaFile(folder, kind, name)))
  })
  return (await Promise.all(files)).flat()
}

async function readSchemaFile(folder: string, kind: Kind, name: string): Promise<SchemaFile> {
  const text = await readFile(join(folder, kind, name), 'utf8')
  const checksum = createHash('sha256').update(text).digest('hex')
  return { file: `${kind}/${name.slice(0, -'.sql'.length)}`, text, checksum, undo: undoOf(kind, text) }
}

const UNDO: Record<Kind, (text: string) => string[]> = {
  functions: (text) =>
    [...text.matchAll(/^create or replace function (\w+)/gm)].map(
      ([, name]) => `drop function if exists ${name}`,
    ),
  views: (text) =>
    [...text.matchAll(/^create view (\w+)/gm)].map(([, name]) => `drop view if exists ${name} cascade`),
  triggers: (text) =>
    [...text.matchAll(/^create or replace trigger (\w+)\s[^;]*?\son (\w+)/gm)].map(
      ([, name, table]) => `drop trigger if exists ${name} on ${table}`,
    ),
}

function undoOf(kind: Kind, text: string) {
  return UNDO[kind](text).join(';\n')
}

/** The functions come before the migrations, because a column may use one. They may name tables that do not exist yet. */
export async function applyFunctions(db: Kysely<unknown>, files: SchemaFile[]) {
  const functions = files.filter(({ file }) => file.startsWith('functions/'))
  await db.transaction().execute(async (trx) => {
    await sql`set local check_function_bodies = off`.execute(trx)
    for (const { text } of functions) await sql.raw(text).execute(trx)
  })
}

/** Applies the files that have changed, and takes away what is in none any more. */
export async function applySchema(db: Kysely<unknown>, files: SchemaFile[]) {
  const applied = await findApplied(db)
  const changed = files.filter(({ file, checksum }) => applied.get(file)?.checksum !== checksum)
  const gone = [...applied].filter(([name]) => !files.some(({ file }) => file === name))
  if (changed.length === 0 && gone.length === 0) return
  await db.transaction().execute(async (trx) => {
    const run = (text: string) => sql.raw(text).execute(trx)
    for (const { file, text, undo } of changed) {
      const before = applied.get(file)?.undo
      // A function may be used by columns and triggers, so it is replaced.
      if (before && !file.startsWith('functions/')) await run(before)
      if (file.startsWith('views/')) await run(undo)
      await run(text)
    }
    for (const [, { undo }] of gone.reverse()) await run(undo)
    await sql`delete from applied_schema`.execute(trx)
    for (const { file, checksum, undo } of files)
      await sql`insert into applied_schema (file, checksum, undo) values (${file}, ${checksum}, ${undo})`.execute(
        trx,
      )
  })
}

/** Whether `applySchema` would change the database. */
export async function isSchemaApplied(db: QueryExecutorProvider, files: SchemaFile[]) {
  const applied = await findApplied(db)
  return (
    applied.size === files.length &&
    files.every(({ file, checksum }) => applied.get(file)?.checksum === checksum)
  )
}

async function findApplied(db: QueryExecutorProvider) {
  const { rows } = await sql<{ file: string; checksum: string; undo: string }>`
    select file, checksum, undo from applied_schema order by file`.execute(db)
  return new Map(rows.map(({ file, ...row }) => [file, row]))
}
