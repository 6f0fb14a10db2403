import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A socket's whole path must fit into 104 bytes on some systems; this is its name's share of them. */
const LONGEST_FOLDER = 104 - '/.s.PGSQL.5432.lock'.length

/** A folder that only we can enter for PostgreSQL's socket: in `dataDir`, or elsewhere when that path is too long. */
export async function makeSocketFolder(dataDir: string) {
  const inside = join(dataDir, 'run')
  const note = join(dataDir, 'run.path')
  await rm(inside, { recursive: true, force: true })
  await removeNoted(note)

  if (Buffer.byteLength(inside) <= LONGEST_FOLDER) {
    await mkdir(inside)
    await chmod(inside, 0o700)
    return { folder: inside, remove: () => rm(inside, { recursive: true, force: true }) }
  }
  const elsewhere = await mkdtemp(join(tmpdir(), PREFIX))
  await writeFile(note, elsewhere)
  return { folder: elsewhere, remove: () => removeNoted(note) }
}

const PREFIX = 'portico-run-'

/** Removes the folder that an earlier run had to put elsewhere. */
async function removeNoted(note: string) {
  const folder = await readFile(note, 'utf8').catch(() => '')
  if (folder.startsWith(join(tmpdir(), PREFIX))) await rm(folder, { recursive: true, force: true })
  await rm(note, { force: true })
}
