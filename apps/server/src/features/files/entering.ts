import type { AppContext } from '../../platform/context.ts'
import { groupCommit } from '../../platform/sql/group-commit.ts'
import { type InsertedFile, insertAtOnce, insertInTurn, type NewFile } from './files.repository.ts'
import { createSigning } from './files.service.ts'

type Enter = (file: NewFile) => Promise<InsertedFile | undefined>

const known = new WeakMap<AppContext, Enter>()

/** Writes the row of a file together with those of others that come at the same time. Undefined: it may not be there. */
export async function enterWithOthers(ctx: AppContext, file: NewFile) {
  const enter = known.get(ctx) ?? createEntrance(ctx)
  known.set(ctx, enter)
  return (await enter(file)) ?? insertInTurn(ctx.db, file, createSigning(ctx))
}

function createEntrance(ctx: AppContext): Enter {
  return groupCommit(write, ({ id }) => id)

  async function write(files: NewFile[]) {
    const made = new Map<string, InsertedFile>()
    for (const file of await insertAtOnce(ctx.writer, files, createSigning(ctx))) made.set(file.id, file)
    return files.map(({ id }) => made.get(id))
  }
}
