import type { Actor, ClientUser } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { RequestNotFound } from '../access/not-found.ts'
import { requireSession } from '../accounts/sessions.service.ts'
import { markAnswered } from '../events/consequences.ts'
import type { NewEvent } from '../events/record-events.ts'
import { writeProject } from '../events/write-project.ts'
import { deleteStaged, findProjectOfStaged, findUnsent, storeStagedFiles } from './staged-files.repository.ts'
import { deleteUnableAnswer, findRequest } from './uploads.repository.ts'

export const FileEmpty = problem('FILE_EMPTY', 400, 'This file is empty. Please choose it again.', {
  when: 'A file of 0 bytes is gathered for a request. Phones send such files for photos that are not on the phone.',
})

/** Only a client gathers files, and for a request. A new version replaces at once, so it is not gathered. */
export function parseStaged(
  value: string | null | undefined,
  about: { actor: Pick<Actor, 'side'>; requestId?: string | null; versionOf?: string | null | undefined },
) {
  if (value === undefined || value === null || value === 'false') return false
  if (value !== 'true') throw invalidInput('staged', 'It is true or false.')
  if (about.actor.side !== 'client' || !about.requestId || about.versionOf)
    throw invalidInput('staged', 'Only what answers a request, and is no new version, can be sent later.')
  return true
}

/** Sends all files that were gathered for a request. A repeated call sends nothing. A session that has ended sends nothing either. */
export function sendStaged(ctx: AppContext, client: ClientUser, projectId: string, requestId: string | null) {
  const begin = (trx: Db) => requireSession({ ...ctx, db: trx }, client)
  return writeProject(ctx, client, { project: projectId }, 'requests.sendStaged', send, { begin })

  async function send(project: LockedProject, trx: Db) {
    const now = ctx.clock.now()
    const request = requestId === null ? undefined : await findRequest(trx, project, requestId)
    if (requestId !== null && !request) throw new RequestNotFound()
    const sent = await storeStagedFiles(trx, project, requestId, now)
    const [first] = sent
    const read = async () => ({ sent: sent.length })
    if (!first) return { read }
    // As with an upload that was on its way, the freelancer has accepted without these files.
    if (!request || request.state === 'accepted') {
      const events = sent.map(
        ({ id, name }): NewEvent => ({ kind: 'file_uploaded', subject: { fileId: id, fileName: name } }),
      )
      return { events, read }
    }
    await markAnswered(trx, request, now)
    await deleteUnableAnswer(trx, request)
    const subject = {
      ...{ requestId: request.id, title: request.title, fileId: first.id, fileName: first.name },
      ...(sent.length > 1 && { count: sent.length }),
    }
    return { events: [{ kind: 'request_answered' as const, subject }], read }
  }
}

/** Deletes it at once, because nobody else has seen it. False when it is no file that this client has gathered. */
export async function removeStaged(ctx: AppContext, client: ClientUser, id: string) {
  const projectId = await findProjectOfStaged(ctx.db, client, id)
  if (projectId === undefined) return false
  return writeProject(
    ctx,
    client,
    { project: projectId },
    'requests.stagedFilesChanged',
    async (project, trx) => {
      const isDeleted = await deleteStaged(trx, project, id)
      return { read: async () => isDeleted }
    },
  )
}

/** Where files wait to be sent. In a preview nowhere, because only the client sees them. */
export async function listUnsent({ db }: Pick<AppContext, 'db'>, client: ClientUser, isPreview: boolean) {
  return isPreview ? [] : findUnsent(db, client)
}
