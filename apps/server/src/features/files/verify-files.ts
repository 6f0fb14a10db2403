import { createHash } from 'node:crypto'
import type { AppContext } from '../../platform/context.ts'
import { type FileWithHash, findFilesToVerify, findRows } from './clean-up.repository.ts'
import { isWithBytes } from './file-state.ts'
import { fileKey } from './keys.ts'

type Context = Pick<AppContext, 'db' | 'storage'>

export interface WrongFile {
  id: string
  projectId: string | null
  fileName: string
  problem: 'lost' | 'wrong size' | 'wrong contents' | 'unreadable'
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Compares the size and SHA-256 of every stored file, those in the bin included, with what was recorded at its upload. */
export async function verifyFiles(ctx: Context) {
  const wrong: WrongFile[] = []
  let [files, bytes, last] = [0, 0, FIRST_ID]
  for (
    let batch = await findFilesToVerify(ctx.db, last);
    batch.length > 0;
    batch = await findFilesToVerify(ctx.db, last)
  ) {
    for (const file of batch) {
      last = file.id
      const problem = await findProblem(ctx, file)
      if (problem && (await isStillStored(ctx, file.id)))
        wrong.push({ id: file.id, projectId: file.projectId, fileName: file.name, problem })
      files += 1
      bytes += Number(file.size)
    }
  }
  return { files, bytes, wrong }
}

async function findProblem({ storage }: Context, { id, size, sha256 }: FileWithHash) {
  const key = fileKey(id)
  const storedBytes = await storage.getSize(key)
  if (storedBytes === undefined) return 'lost'
  if (storedBytes !== Number(size)) return 'wrong size'
  const stream = await storage.read(key)
  if (!stream) return 'lost'
  const hash = createHash('sha256')
  try {
    for await (const chunk of stream) hash.update(chunk)
  } catch {
    // A bad sector of a disk, for example. Throws when the whole storage does not answer.
    await storage.check()
    return 'unreadable'
  }
  if (!hash.digest().equals(sha256)) return 'wrong contents'
}

/** A file may be deleted while it is verified. */
async function isStillStored({ db }: Context, id: string) {
  return isWithBytes((await findRows(db, [id])).get(id)?.state)
}
