import { guestLinks, StrictObject } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { AppContext } from '../../platform/context.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { hashSecret } from '../../platform/http/secrets.ts'
import { createPayloadParser } from '../../platform/http/validation.ts'
import type { Db } from '../../platform/sql/database.ts'
import { LinkNotWorking } from '../access/not-found.ts'
import { audit } from '../audit/audit.ts'
import { markAnswered } from '../events/consequences.ts'
import { writeProject } from '../events/write-project.ts'
import type { Uploader } from '../files/uploader-type.ts'
import { findRequestRow, subjectOf } from '../requests/requests.service.ts'
import {
  countUse,
  findOpenLink,
  hasRoomForAnswer,
  insertGuestAnswer,
  noteOpening,
  type OpenLink,
} from './guest.repository.ts'

/** Throws when the link does not work. Failures are counted, so that nobody can try many tokens. */
export async function openLink(ctx: AppContext, token: string, address: string): Promise<OpenLink> {
  const tokenHash = hashSecret(token)
  const link = await ctx.limits.give.run(tokenHash, address, () => requireOpenLink(ctx, tokenHash))
  await recordOpening(ctx, link)
  return link
}

/** An entry for each visit, and not for each page of it. */
const VISIT_MS = 3_600_000

/** Nobody knows yet who it is. */
async function recordOpening(ctx: AppContext, { id, workspaceId, requestId, maker }: OpenLink) {
  const now = ctx.clock.now()
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await noteOpening(trx, id, now, new Date(now.getTime() - VISIT_MS)))) return
    const guest = { side: 'guest', workspaceId, name: `A guest of ${maker}` } as const
    const target = { kind: 'request', id: requestId } as const
    await audit({ ...ctx, db: trx }, guest, { action: 'guest_link.opened', target })
  })
}

/** For the requests of one upload, which do not count as attempts. */
export async function requireOpenLink(ctx: AppContext, tokenHash: Buffer) {
  const link = await findOpenLink(ctx.db, tokenHash, ctx.clock.now())
  if (!link) throw new LinkNotWorking()
  return link
}

export function toGuestRequest(link: OpenLink) {
  const { freelancer, company, maker, madeBy, message, business } = link
  const { title, details, kind, expiresAt, worksUntil } = link
  const asker = { freelancer, company, maker, madeBy, message, business }
  return { ...asker, title, details, kind, expiresAt: expiresAt.toISOString(), worksUntil }
}

const parseName = createPayloadParser<{ name: string }>(
  StrictObject({ name: guestLinks.GuestAnswer.properties.name }),
)

/** Throws when the name is missing, or contains an address or a line break. */
export const requireName = (name: unknown) => parseName({ name }).name

/**
 * The name that both sides read, for example “Sam (asked by Maya)”. Throws when it imitates that, or is the name of one of the two
 * sides.
 */
export function authorOf(name: string, { maker, names }: Pick<OpenLink, 'maker' | 'names'>) {
  const author = name.replace(TEXT_DIRECTION, '')
  if (BRACKET.test(author.normalize('NFKC'))) throw refuseName('Please leave out brackets.')
  const taken = names.filter((taken) => taken !== null).map(letters)
  if (taken.includes(letters(author)))
    throw refuseName('Somebody in this project has this name. Please add what tells you apart.')
  return `${author} (asked by ${maker})`
}
/** What is left of a name for the eye: without case, accents, spaces and punctuation. */
const letters = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
const refuseName = (complaint: string) => invalidInput('name', complaint)
const BRACKET = /[\p{Ps}\p{Pe}]/u
/** Control characters that would change the direction of the text behind them. */
const TEXT_DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g

/** A guest uploads as the client of the request; every call checks the link. */
export function uploaderOf({ id, clientId, workspaceId }: OpenLink): Uploader {
  const client = { personId: clientId, clientId, workspaceId, looksOnly: false }
  return { ...client, side: 'client', sessionId: '', linkId: id }
}

/** Call it in the transaction that stores what was given, after it has locked the project. */
export async function recordUse(trx: Db, linkId: string, now: Date) {
  if (!(await countUse(trx, linkId, now))) throw new LinkNotWorking()
}

export async function answerAsGuest(ctx: AppContext, link: OpenLink, { name, text }: guestLinks.GuestAnswer) {
  const guest = authorOf(name, link)
  const client = uploaderOf(link)
  await writeProject(ctx, client, { request: link.requestId }, 'guestLinks.give', async (project, trx) => {
    const now = ctx.clock.now()
    if (!(await countUse(trx, link.id, now))) throw new LinkNotWorking()
    const request = await findRequestRow(trx, project, link.requestId)
    const isAnswerable = request && request.state !== 'accepted' && (await hasRoomForAnswer(trx, project))
    if (!isAnswerable) throw new LinkNotWorking()
    const answer = { id: newId(), requestId: request.id, author: guest, text }
    await insertGuestAnswer(trx, answer, now)
    await markAnswered(trx, request, now)
    return {
      events: [{ kind: 'request_answered', subject: { ...subjectOf(request), answerId: answer.id }, guest }],
    }
  })
  return { name, fileNames: [] as string[] }
}
