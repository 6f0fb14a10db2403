import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Some systems limit the path of a socket to 104 bytes. */
const MAX_FOLDER_BYTES = 104 - '/.s.PGSQL.5432.lock'.length

/** A folder for PostgreSQL's socket that only we can enter: in `dataDir`, or in the temporary folder if that path is too long. */
export async function createSocketFolder(dataDir: string, name: string) {
  const inside = join(dataDir, 'run')
  const pathFile = join(dataDir, 'run.path')
  const prefix = join(tmpdir(), `${name}-run-`)
  await rm(inside, { recursive: true, force: true })
  await removeOutside(pathFile, prefix)

  if (Buffer.byteLength(inside) <= MAX_FOLDER_BYTES) {
    await mkdir(inside)
    await chmod(inside, 0o700)
    return { folder: inside, remove: () => rm(inside, { recursive: true, force: true }) }
  }
  const outside = await mkdtemp(prefix)
  await writeFile(pathFile, outside)
  return { folder: outside, remove: () => removeOutside(pathFile, prefix) }
}

async function removeOutside(pathFile: string, prefix: string) {
  const folder = await readFile(pathFile, 'utf8').catch(() => '')
  if (folder.startsWith(prefix)) await rm(folder, { recursive: true, force: true })
  await rm(pathFile, { force: true })
}
