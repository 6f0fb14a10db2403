import createError from '@fastify/error'
import type { accounts, receipts, reviews } from '@portico/contract'
import { sql } from 'kysely'
import type { ClientUser } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { withFields } from '../../platform/http/errors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { confirmSession, requireClientSession } from '../accounts/sessions.service.ts'
import {
  countOpenNotes,
  deleteDecision,
  findOpenReview,
  findUndoableDecision,
  lockProject,
  saveDecision,
} from './changes.repository.ts'
import { tryCode } from './codes.repository.ts'
import { hashCode } from './codes.service.ts'
import { writeReceipt, writeWithdrawal } from './receipts.service.ts'
import { readReview } from './reviews.repository.ts'
import { bothSides, findReasonAgainstChange, ReviewNotOpen } from './reviews.service.ts'

const CommentMissing = createError('INVALID_INPUT', 'Please say what is to be changed.', 400)
const CodeNeeded = createError('CODE_NEEDED', 'Please enter the code that was mailed to you.', 400)
const CodeWrong = createError(
  'CODE_WRONG',
  'This code is wrong, or does not work any more. Check it, or have a new one sent.',
  400,
)
const TooLateToUndo = createError(
  'TOO_LATE_TO_UNDO',
  'A decision can be taken back for ten minutes only, while there is no newer review.',
  409,
)

export async function decide(
  ctx: AppContext,
  client: ClientUser,
  id: string,
  { decision, comment, code }: reviews.NewDecision,
) {
  const now = ctx.clock.now()
  // A wrong code is counted, so the transaction has to be committed before the error is thrown.
  const outcome = await ctx.db.transaction().execute(async (trx) => {
    const inTrx = { ...ctx, db: trx }
    const session = await requireClientSession(inTrx, client)
    const parties = await lockProject(trx, client, 'review', id)
    if (!parties) return
    const review = await findOpenReview(trx, id)
    if (!review) throw new ReviewNotOpen()
    if (decision === 'changes_requested' && comment === undefined && !(await hasOpenNotes(trx, id)))
      throw commentMissing()
    const identity = await identify(inTrx, client, id, { needsCode: review.needsCode, ...session, code })
    if ('problem' in identity) return identity
    const { identifiedBy } = identity
    const { sessionId } = client
    if (!(await saveDecision(trx, id, { decision, comment: comment ?? null, identifiedBy, sessionId }, now)))
      throw new ReviewNotOpen()
    if (decision === 'approved') await writeReceipt(inTrx, parties.freelancerId, id)
    return { parties, json: await readReview(trx, client, id, now) }
  })
  if (!outcome) throw await findReasonAgainstChange(ctx, client, id)
  if ('problem' in outcome) throw outcome.problem
  ctx.live.changed(bothSides(outcome.parties), 'reviews.decide')
  return outcome.json
}

interface Proof {
  needsCode: boolean
  knownBy: accounts.KnownBy
  code: string | undefined
}

/**
 * Finds out whether it is the client who decides: the freelancer may have the link that was handed out, too. The right code proves
 * it for the rest of the session.
 */
async function identify(
  ctx: AppContext,
  client: ClientUser,
  id: string,
  { needsCode, knownBy, code }: Proof,
): Promise<{ identifiedBy: receipts.IdentifiedBy } | { problem: Error }> {
  if (!needsCode && knownBy === 'mailed') return { identifiedBy: 'mailed_link' }
  if (!needsCode && knownBy === 'code') return { identifiedBy: 'earlier_code' }
  const problem = await checkCode(ctx, id, code)
  if (problem) return { problem }
  if (knownBy === 'handed_out') await confirmSession(ctx, client)
  return { identifiedBy: 'code' }
}

async function checkCode(ctx: AppContext, id: string, code: string | undefined) {
  const digits = code?.replace(/[\s-]/g, '') ?? ''
  if (digits === '')
    return withFields(new CodeNeeded(), { code: 'Please enter the code that was mailed to you.' })
  const result = await tryCode(ctx.db, id, hashCode(ctx, id, digits), ctx.clock.now())
  if (!result?.isRight) return withFields(new CodeWrong(), { code: wrongCodeText(result?.triesLeft) })
}

function wrongCodeText(triesLeft = 0) {
  if (triesLeft === 0) return 'This code does not work any more. Have a new one sent.'
  return `That was not the code. ${triesLeft === 1 ? 'One try' : `${triesLeft} tries`} left.`
}

/** Open notes of the client can take the place of a comment. */
const hasOpenNotes = async (trx: Db, id: string) =>
  (await countOpenNotes(trx, sql`select history_id from review where id = ${id}`)) > 0

const commentMissing = () =>
  withFields(new CommentMissing(), { comment: 'Please say what is to be changed.' })

/** Another session than the one that decided needs what a decision needs. */
export async function undoDecision(ctx: AppContext, client: ClientUser, id: string, code?: string) {
  const now = ctx.clock.now()
  const outcome = await ctx.db.transaction().execute(async (trx) => {
    const inTrx = { ...ctx, db: trx }
    const session = await requireClientSession(inTrx, client)
    const parties = await lockProject(trx, client, 'review', id)
    if (!parties) return
    const undoable = await findUndoableDecision(trx, id, now)
    if (!undoable) throw new TooLateToUndo()
    const { decision, decidedIn } = undoable
    const needsCode = undoable.needsCode && decidedIn !== client.sessionId
    const identity = await identify(inTrx, client, id, { needsCode, ...session, code })
    if ('problem' in identity) return identity
    if (decision === 'approved') await writeWithdrawal(inTrx, parties.freelancerId, id, identity, now)
    await deleteDecision(trx, id, decision, now)
    return { parties }
  })
  if (!outcome) throw await findReasonAgainstChange(ctx, client, id)
  if ('problem' in outcome) throw outcome.problem
  ctx.live.changed(bothSides(outcome.parties), 'reviews.undoDecision')
}
