import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { isRefusal } from '../../platform/http/errors.ts'
import type { Part } from '../../platform/http/form-reader.ts'
import { ProjectNotFound } from '../projects/projects.service.ts'
import { canHaveThumbnail } from './content-types.ts'
import { enterWithOthers } from './entering.ts'
import { findParties, insertInTurn, type NewFile } from './files.repository.ts'

import { bothSides, createSigning, uploaderTypeOf } from './files.service.ts'

import { AT_ONCE, invalid, type Received, receive, tidyUp } from './receiving.ts'
import {
  AccountStorageFull,
  findStorageLeft,
  requireAccountStorage,
  requireFreeSpace,
} from './upload-limits.service.ts'

/** What may stand around a file in a form. */
export const AROUND = 64 * 1_024

interface Form {
  parts: AsyncIterable<Part>
  /** In bytes; infinite when nobody said. */
  length: number
}

/**
 * Takes a form with `file` and `projectId`, in whichever order they come, and makes a file of it. The bytes are whole and
 * durable before the row is written, and the row before anybody is told. Whatever is refused, nothing of it stays.
 */
export async function receiveForm(
  ctx: AppContext,
  actor: Actor,
  { parts, length }: Form,
  judge: () => Promise<void>,
) {
  let received: Received | undefined
  let projectId: string | undefined
  let entering = false
  await requireFreeSpace(ctx, ctx.storage.folder)
  const storageLeft = await findStorageLeft(ctx, actor)
  if (Number.isFinite(length) && length - AROUND > storageLeft) throw new AccountStorageFull()
  try {
    for await (const part of parts) {
      if (part.name === 'file') {
        if (part.filename === undefined) throw invalid('file', NO_FILE)
        if (received) throw invalid('file', 'Please send one file at a time.')
        received = await receive(ctx, part, storageLeft)
        // So browsers send the field of a form in which nothing was chosen.
        if (part.filename === '' && received.size === 0) throw invalid('file', NO_FILE)
      } else {
        if (part.name !== 'projectId' || part.filename !== undefined) throw unknownField(part.name)
        if (projectId !== undefined) throw invalid('projectId', 'Project id can be sent only once.')
        projectId = await idIn(part)
        // Nobody should send a gigabyte in vain. What counts is asked when the row is written.
        if (!received && length > AT_ONCE) await mustReach(ctx, actor, projectId)
      }
    }
    if (!received) throw invalid('file', NO_FILE)
    if (projectId === undefined) throw invalid('projectId', 'Project id is required.')

    await judge()
    await received.keep()
    entering = true
    return await enter(ctx, actor, { ...received, projectId })
  } catch (error) {
    // Where nobody knows whether the row was written, the bytes stay; should there be none, the sweeper takes them.
    const mayBeEntered = entering && !isRefusal(error as Error)
    if (received && !mayBeEntered) await tidyUp(ctx.log, received.drop)
    throw error
  }
}

const NO_FILE = 'Please select a file to upload.'

/** Writes the row for bytes that are stored, and tells everybody concerned. */
export async function enter(
  ctx: AppContext,
  actor: Actor,
  { id, projectId, name, contentType, size, sha256 }: Omit<NewFile, 'uploaderId' | 'uploaderType'>,
) {
  const uploader = { uploaderId: actor.id, uploaderType: uploaderTypeOf(actor) }
  const file = { id, projectId, name, contentType, size, sha256, ...uploader }
  const needsJob = canHaveThumbnail(contentType)
  const made =
    needsJob || ctx.config.accountStorageBytes !== null
      ? await ctx.db.transaction().execute(async (trx) => {
          await requireAccountStorage(trx, ctx, actor, size)
          const made = await insertInTurn(trx, file, createSigning(ctx))
          if (made && needsJob)
            await ctx.jobs.add(trx, 'makeThumbnail', { fileId: id }, { lowPriority: true })
          return made
        })
      : await enterWithOthers(ctx, file)
  if (!made) throw new ProjectNotFound()
  ctx.live.changed(bothSides(made), 'files.upload')
  return made.json
}

const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function idIn({ bytes }: Part) {
  let text = ''
  for await (const piece of bytes) {
    text += piece.toString('latin1')
    if (text.length > 36) break
  }
  if (!anId.test(text)) throw invalid('projectId', 'Project id is not valid.')
  return text
}

async function mustReach(ctx: AppContext, actor: Actor, projectId: string) {
  if (!(await findParties(ctx.db, actor, projectId))) throw new ProjectNotFound()
}

function unknownField(name: string) {
  const short = name.slice(0, 60)
  return invalid(short, `${short} is not a known field.`)
}
