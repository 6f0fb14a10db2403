import type { AppContext } from '../../platform/context.ts'
import { NotReady } from '../../platform/errors.ts'
import { groupCommit } from '../../platform/group-commit.ts'
import { insertFiles, type MadeFile, type NewFile } from './files.repository.ts'
import { signing } from './files.service.ts'

type Enter = (file: NewFile) => Promise<MadeFile | undefined>

const known = new WeakMap<AppContext, Enter>()

/** Writes the row of a file together with those of others that come at the same time. Undefined: it may not be there. */
export function enterWithOthers(ctx: AppContext, file: NewFile) {
  const enter = known.get(ctx) ?? createEntrance(ctx)
  known.set(ctx, enter)
  return enter(file)
}

function createEntrance(ctx: AppContext): Enter {
  return groupCommit(write, {
    nameOf: ({ id }) => id,
    lostARace: ({ code }) => code === DEADLOCK,
    // What it holds, not what became of the database.
    isFaultOfOne: ({ code }) => /^2[23]/.test(code ?? ''),
    overloaded: () => new NotReady(),
  })

  async function write(files: NewFile[]) {
    const made = new Map<string, MadeFile>()
    for (const file of await insertFiles(ctx.writer, files, signing(ctx))) made.set(file.id, file)
    return files.map(({ id }) => made.get(id))
  }
}

const DEADLOCK = '40P01'
