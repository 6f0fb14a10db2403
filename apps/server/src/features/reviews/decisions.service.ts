import { type accounts, durationInWords, pluralForm, type receipts, reviews } from '@portico/contract'
import type { ClientUser } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import { confirmSession, requireClientSession } from '../accounts/sessions.service.ts'
import { type Refused, writeProject } from '../events/write-project.ts'
import { writeReceipt, writeWithdrawal } from '../receipts/receipts.service.ts'
import {
  countOpenNotes,
  deleteDecision,
  findOpenReview,
  findUndoableDecision,
  type ReviewRow,
  saveDecision,
} from './changes.repository.ts'
import { tryCode } from './codes.repository.ts'
import { hashCode } from './codes.service.ts'
import { readReview } from './reviews.repository.ts'
import { ReviewNotOpen, subjectOf } from './reviews.service.ts'

const CommentMissing = problem('INVALID_INPUT', 400, 'Please say what is to be changed.')
const CodeNeeded = problem('CODE_NEEDED', 400, 'Please enter the code that was mailed to you.', {
  when: 'A review is approved, or an approval taken back, without the code that this session needs for it: the freelancer asked for one, or has seen the login link of the session.',
})
const CodeWrong = problem(
  'CODE_WRONG',
  400,
  'This code is wrong, or does not work any more. Check it, or have a new one sent.',
  {
    when: `The code is not the one that was mailed last for this review, is older than ${durationInWords(reviews.CODE_SECONDS)}, was used, was tried five times, or was mailed to an address that the client no longer has.`,
  },
)
const TooLateToUndo = problem(
  'TOO_LATE_TO_UNDO',
  409,
  `A decision can be taken back for ${durationInWords(reviews.UNDO_SECONDS)} only, while there is no newer review.`,
  { when: 'A decision is taken back too late, twice, or where there was none.' },
)

export async function decide(
  ctx: AppContext,
  client: ClientUser,
  id: string,
  { decision, comment, code }: reviews.NewDecision,
) {
  const now = ctx.clock.now()
  return writeProject(
    ctx,
    client,
    { review: id },
    'reviews.decide',
    async (project, trx, session: Session) => {
      const inTrx = { ...ctx, db: trx }
      const review = await findOpenReview(trx, project, id)
      if (!review) throw new ReviewNotOpen()
      if (
        decision === 'changes_requested' &&
        comment === undefined &&
        (await countOpenNotes(trx, review.historyId)) === 0
      )
        throw commentMissing()
      const saved = { decision, comment: comment ?? null, sessionId: client.sessionId }
      if (decision === 'approved') {
        const proof = await identify(inTrx, client, review, { needsCode: review.needsCode, ...session, code })
        if ('refusal' in proof) return proof
        await saveDecision(trx, review, { ...saved, ...proof }, now)
        await writeReceipt(inTrx, project.workspaceId, id)
      } else await saveDecision(trx, review, { ...saved, identifiedBy: null }, now)
      return {
        events: [
          { kind: 'review_decided', subject: { ...subjectOf(review), decision, note: comment ?? null } },
        ],
        read: () => readReview(trx, client, id, now),
      }
    },
    { begin: (trx) => requireClientSession({ ...ctx, db: trx }, client) },
  )
}

type Session = Awaited<ReturnType<typeof requireClientSession>>

interface Proof {
  needsCode: boolean
  knownBy: accounts.KnownBy
  code: string | undefined
}

/**
 * Finds out whether it is the client who approves, or takes that back: the freelancer may have the link that was handed out, too.
 * The right code proves it for the rest of the session.
 */
async function identify(
  ctx: AppContext,
  client: ClientUser,
  { id }: ReviewRow,
  { needsCode, knownBy, code }: Proof,
): Promise<{ identifiedBy: receipts.IdentifiedBy } | Refused> {
  if (!needsCode && knownBy === 'mailed') return { identifiedBy: 'mailed_link' }
  if (!needsCode && knownBy === 'code') return { identifiedBy: 'earlier_code' }
  const refusal = await checkCode(ctx, id, code)
  if (refusal) return { refusal }
  if (knownBy === 'handed_out') await confirmSession(ctx, client)
  return { identifiedBy: 'code' }
}

async function checkCode(ctx: AppContext, id: string, code: string | undefined) {
  const digits = code?.replace(/[\s-]/g, '') ?? ''
  if (digits === '') return withField(new CodeNeeded(), 'code')
  const result = await tryCode(ctx.db, id, hashCode(ctx, id, digits), ctx.clock.now())
  if (!result?.isRight) return withField(new CodeWrong(), 'code', wrongCodeText(result?.triesLeft))
}

function wrongCodeText(triesLeft = 0) {
  if (triesLeft === 0) return 'This code does not work any more. Have a new one sent.'
  return `That was not the code. ${pluralForm(triesLeft, 'One try', `${triesLeft} tries`)} left.`
}

const commentMissing = () => withField(new CommentMissing(), 'comment')

/** Another session than the one that approved needs what an approval needs. */
export async function undoDecision(ctx: AppContext, client: ClientUser, id: string, code?: string) {
  const now = ctx.clock.now()
  return writeProject(
    ctx,
    client,
    { review: id },
    'reviews.undoDecision',
    async (project, trx, session: Session) => {
      const inTrx = { ...ctx, db: trx }
      const review = await findUndoableDecision(trx, project, id, now)
      if (!review) throw new TooLateToUndo()
      const { state: decision } = review
      if (decision === 'approved') {
        const needsCode = review.needsCode && review.decidedIn !== client.sessionId
        const proof = await identify(inTrx, client, review, { needsCode, ...session, code })
        if ('refusal' in proof) return proof
        await writeWithdrawal(inTrx, project.workspaceId, id, proof, now)
      }
      await deleteDecision(trx, review, now)
      return { events: [{ kind: 'decision_withdrawn', subject: { ...subjectOf(review), decision } }] }
    },
    { begin: (trx) => requireClientSession({ ...ctx, db: trx }, client) },
  )
}
