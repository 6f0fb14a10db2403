import type { Readable } from 'node:stream'
import createError from '@fastify/error'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { withFields } from '../../platform/errors.ts'
import { fill } from '../../platform/storage.ts'
import { ProjectNotFound } from '../projects/projects.service.ts'
import { contentTypeOf, isPicture } from './content-types.ts'
import { shownName } from './file-names.ts'
import { findParties, insertFile, type NewFile } from './files.repository.ts'
import { signing, tellParties, uploaderTypeOf } from './files.service.ts'

const InvalidUpload = createError<[string]>('INVALID_INPUT', '%s', 400)
export const FileTooLarge = createError<[string]>('FILE_TOO_LARGE', 'A file can have at most %s.', 413)

/** One part of a form, as it arrives. */
export type Part =
  | { type: 'file'; fieldname: string; filename?: string; mimetype: string; file: Readable }
  | { type: 'field'; fieldname: string; value: unknown; valueTruncated?: boolean }

/** Bytes that lie in storage and belong to nothing yet. */
interface Received {
  id: string
  name: string
  contentType: string
  size: number
  sha256: Buffer
  keep(): Promise<void>
  drop(): Promise<void>
}

/**
 * Takes a form with `file` and `projectId`, in whichever order they come, and makes a file of it. The bytes are whole and
 * durable before the row is written, and the row before anybody is told. Whatever goes wrong, nothing of it stays.
 */
export async function receiveForm(
  ctx: AppContext,
  actor: Actor,
  parts: AsyncIterable<Part>,
  judge: (size: number) => Promise<void>,
) {
  let received: Received | undefined
  let projectId: string | undefined
  try {
    for await (const part of parts) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file') throw unknownField(part.fieldname)
        if (received) throw invalid('file', 'Please send one file at a time.')
        received = await receive(ctx, part)
      } else {
        if (part.fieldname !== 'projectId') throw unknownField(part.fieldname)
        if (projectId !== undefined) throw invalid('projectId', 'Project id can be sent only once.')
        projectId = await reachableProject(ctx, actor, part)
      }
    }
    if (!received) throw invalid('file', 'Please select a file to upload.')
    if (projectId === undefined) throw invalid('projectId', 'Project id is required.')

    await judge(received.size)
    await received.keep()
    return await enter(ctx, actor, { ...received, projectId })
  } catch (error) {
    await received
      ?.drop()
      .catch((reason) => ctx.log.warn({ err: reason }, 'bytes of a failed upload are left to the sweeper'))
    throw error
  }
}

async function receive(ctx: AppContext, part: Part & { type: 'file' }): Promise<Received> {
  const { filename = '', mimetype, file } = part
  if (filename.includes('\0')) throw invalid('file', 'File has a name that cannot be stored.')
  const name = shownName(asTyped(filename))
  const id = newId()
  const key = keyOf(id)
  const draft = await ctx.storage.begin(key)
  try {
    const told = await fill(draft, atMost(file, ctx.config.maxUploadBytes))
    return {
      id,
      name,
      contentType: contentTypeOf(name, mimetype),
      ...told,
      keep: draft.keep,
      async drop() {
        await draft.drop()
        await ctx.storage.remove(key)
      },
    }
  } catch (error) {
    // What failed is what the sender hears, not what the tidying then came upon.
    await draft.drop().catch((reason) => ctx.log.warn({ err: reason }, 'a draft is left to the sweeper'))
    throw error
  }
}

/** Writes the row for bytes that are stored, and tells everybody concerned. */
export async function enter(
  ctx: AppContext,
  actor: Actor,
  { id, projectId, name, contentType, size, sha256 }: Omit<NewFile, 'uploaderType'>,
) {
  const file = { id, projectId, name, contentType, size, sha256, uploaderType: uploaderTypeOf(actor) }
  const made = isPicture(contentType)
    ? await ctx.db.transaction().execute(async (trx) => {
        const made = await insertFile(trx, actor, file, signing(ctx))
        if (made) await ctx.jobs.add(trx, 'makeThumbnail', { fileId: id })
        return made
      })
    : await insertFile(ctx.db, actor, file, signing(ctx))
  if (!made) throw new ProjectNotFound()
  tellParties(ctx, made)
  return made.json
}

export function keyOf(id: string) {
  return `files/${id}`
}

const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Asked as soon as it is known, so that nobody sends a gigabyte in vain; what counts is asked when the row is written. */
async function reachableProject(
  ctx: AppContext,
  actor: Actor,
  { value, valueTruncated }: Part & { type: 'field' },
) {
  if (typeof value !== 'string' || valueTruncated || !anId.test(value))
    throw invalid('projectId', 'Project id is not valid.')
  if (!(await findParties(ctx.db, actor, value))) throw new ProjectNotFound()
  return value
}

function atMost(file: Readable, most: number) {
  let size = 0
  file.on('data', (part: Buffer) => {
    size += part.length
    if (size > most) file.destroy(tooLarge(most))
  })
  return file
}

export function tooLarge(most: number) {
  return new FileTooLarge(inBytes(most))
}

function inBytes(count: number) {
  const [unit, size] = UNITS.find(([, size]) => count >= size) ?? (['bytes', 1] as const)
  return `${Math.floor((count / size) * 10) / 10} ${unit}`
}
const UNITS = [
  ['GiB', 1_024 ** 3],
  ['MiB', 1_024 ** 2],
  ['KiB', 1_024],
] as const

/** Browsers write these three, and only these, in this way into the name in a form. */
function asTyped(filename: string) {
  return filename.replace(/%(22|0D|0A)/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

export function invalid(field: string, complaint: string) {
  return withFields(new InvalidUpload(complaint), { [field]: complaint })
}

function unknownField(name: string) {
  const short = name.slice(0, 60)
  return invalid(short, `${short} is not a known field.`)
}
