import { type accounts, durationInWords, type receipts, reviews } from '@portico/contract'
import type { ClientUser } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { Json } from '../../platform/sql/json.ts'
import { refusalOfCode } from '../access/mailed-codes.ts'
import { confirmSession, requireClientSession } from '../accounts/sessions.service.ts'
import { audit } from '../audit/audit.ts'
import { closeOutdatedReviews } from '../events/consequences.ts'
import type { NewEvent } from '../events/record-events.ts'
import { type Refused, writeProject } from '../events/write-project.ts'
import { writeReceipt, writeWithdrawal } from '../receipts/receipts.service.ts'
import {
  countOpenNotes,
  deleteDecision,
  findGroup,
  findUndoableDecision,
  type ReviewRow,
  saveDecision,
} from './changes.repository.ts'
import { tryCode } from './codes.repository.ts'
import { hashesOfCode } from './codes.service.ts'
import { readGroup, readReview } from './reviews.repository.ts'
import { isSome, ReviewNotOpen, subjectOf } from './reviews.service.ts'

const CommentMissing = problem('INVALID_INPUT', 400, 'Please say what is to be changed.')
const DecidedTogether = problem(
  'DECIDED_TOGETHER',
  409,
  'You were asked about this file together with others. Decide on all of them at once.',
  { when: 'One review of several that were asked for together is decided by itself.' },
)
const GroupChanged = problem(
  'GROUP_CHANGED',
  409,
  'One of the files was replaced, deleted or decided meanwhile. Look at what is open now, then send again.',
  { when: 'A decision on several files names one that is not open any more.' },
)
const DecisionMissing = problem('INVALID_INPUT', 400, 'Please decide on every file.')
const ChoiceMissing = problem('INVALID_INPUT', 400, 'Please choose one of the files, or none.')
const TooLateToUndo = problem(
  'TOO_LATE_TO_UNDO',
  409,
  `A decision can be taken back for ${durationInWords(reviews.UNDO_SECONDS)} only, while there is no newer review.`,
  { when: 'A decision is taken back too late, twice, or where there was none.' },
)

/** What the client says about one review. */
interface Answer {
  review: ReviewRow
  outcome: reviews.Outcome
  comment: string | null
}
type Answers = [Answer, ...Answer[]]

export function decide(
  ctx: AppContext,
  client: ClientUser,
  id: string,
  { decision, comment, code }: reviews.NewDecision,
) {
  const answer = ({ group, open }: Group): Answers => {
    if (group.length > 1) throw new DecidedTogether()
    return [{ review: open[0], outcome: decision, comment: comment ?? null }]
  }
  const read = (trx: Db, now: Date) => readReview(trx, client, id, now)
  return settle(ctx, client, { id, code, change: 'reviews.decide', answer, read })
}

/** Decides on all files of a group in one moment, with one code and one receipt. */
export function decideTogether(
  ctx: AppContext,
  client: ClientUser,
  id: string,
  { code, ...decision }: reviews.GroupDecision,
) {
  const answer = (group: Group) =>
    group.open[0].isChoice ? choose(group, decision) : decideEach(group, decision)
  const read = async (trx: Db, now: Date) =>
    (await readGroup(trx, client, id, now)) as Json<reviews.ReviewGroup>
  return settle(ctx, client, { id, code, change: 'reviews.decideTogether', answer, read })
}

function decideEach({ open }: Group, { decisions = [] }: reviews.GroupDecision): Answers {
  const known = new Set(open.map(({ id }) => id))
  if (decisions.some(({ reviewId }) => !known.has(reviewId))) throw new GroupChanged()
  const decisionOf = new Map(decisions.map((decision) => [decision.reviewId, decision]))
  const answers = open.flatMap((review) => {
    const answer = decisionOf.get(review.id)
    return answer ? { review, outcome: answer.decision, comment: answer.comment ?? null } : []
  })
  if (answers.length < open.length || decisionOf.size < decisions.length)
    throw withField(new DecisionMissing(), 'decisions')
  return answers as Answers
}

function choose({ open }: Group, { chosen, ...answer }: reviews.GroupDecision): Answers {
  const comment = answer.comment ?? null
  if (chosen === undefined) throw withField(new ChoiceMissing(), 'chosen')
  if (chosen !== null && !open.some(({ id }) => id === chosen)) throw new GroupChanged()
  const answers = open.map((review): Answer => {
    if (chosen === null) return { review, outcome: 'changes_requested', comment }
    if (review.id !== chosen) return { review, outcome: 'not_chosen', comment: null }
    return { review, outcome: 'approved', comment }
  })
  return answers as Answers
}

interface Group {
  /** All of it, whatever their state. */
  group: ReviewRow[]
  open: [ReviewRow, ...ReviewRow[]]
}

interface Settling<Result> {
  id: string
  code: string | undefined
  change: 'reviews.decide' | 'reviews.decideTogether'
  /** One answer for each open review. */
  answer: (group: Group) => Answers
  read: (trx: Db, now: Date) => Promise<Result>
}

function settle<Result>(
  ctx: AppContext,
  client: ClientUser,
  { id, code, change, answer, read }: Settling<Result>,
) {
  const now = ctx.clock.now()
  return writeProject(
    ctx,
    client,
    { review: id },
    change,
    async (project, trx, session: Session) => {
      const inTrx = { ...ctx, db: trx }
      const group = await findGroup(trx, project, id)
      const open = group.filter(({ state }) => state === 'open')
      if (!isSome(open)) throw new ReviewNotOpen()
      const answers = answer({ group, open })
      await requireReasons(trx, answers)
      const isApproval = answers.some(({ outcome }) => outcome === 'approved')
      const [{ needsCode, groupId }] = open
      const proof = isApproval
        ? await identify(inTrx, client, groupId, { needsCode, ...session, code })
        : { identifiedBy: null }
      if ('refusal' in proof) return proof
      for (const { review, outcome, comment } of answers)
        await saveDecision(trx, review, { outcome, comment, ...proof, by: client }, now)
      if (isApproval) await writeReceipt(inTrx, client, groupId)
      return { events: [decidedEvent(open, answers)], read: () => read(trx, now) }
    },
    { begin: (trx) => requireClientSession({ ...ctx, db: trx }, client) },
  )
}

/** Whoever asks for changes says which, in a comment or in notes. Of a choice, the notes on any of its files do. */
async function requireReasons(trx: Db, answers: Answers) {
  let unexplained: ReviewRow | undefined
  for (const { review, outcome, comment } of answers) {
    if (outcome !== 'changes_requested' || comment !== null) continue
    const isExplained = (await countOpenNotes(trx, review.historyId)) > 0
    if (isExplained && review.isChoice) return
    if (!isExplained) unexplained ??= review
  }
  if (!unexplained) return
  const isOne = answers.length === 1 || unexplained.isChoice
  throw withField(
    new CommentMissing(),
    'comment',
    isOne ? undefined : `Please say what is to be changed in ${unexplained.fileName}.`,
  )
}

function decidedEvent(open: Group['open'], answers: Answers): NewEvent {
  const approved = answers.filter(({ outcome }) => outcome === 'approved')
  const named = approved[0] ?? answers[0]
  const isSeveral = open.length > 1 && !named.review.isChoice
  const comments = answers.flatMap(({ review, comment }) => (comment ? `${review.fileName}: ${comment}` : []))
  return {
    kind: 'review_decided',
    subject: {
      ...subjectOf(open, named.review),
      decision: approved.length > 0 ? 'approved' : 'changes_requested',
      ...(open.length > 1 && { approved: approved.length }),
      note: isSeveral ? comments.join('\n') || null : named.comment,
    },
  }
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
  groupId: string,
  { needsCode, knownBy, code }: Proof,
): Promise<{ identifiedBy: receipts.IdentifiedBy } | Refused> {
  if (!needsCode && knownBy === 'mailed') return { identifiedBy: 'mailed_link' }
  if (!needsCode && knownBy === 'code') return { identifiedBy: 'earlier_code' }
  const key = { groupId, personId: client.personId }
  const refusal = await refusalOfCode(code, (digits) =>
    tryCode(ctx.db, key, hashesOfCode(ctx, groupId, digits), ctx.clock.now()),
  )
  if (refusal && code) await audit(ctx, client, { action: 'login.code_failed' })
  if (refusal) return { refusal }
  await audit(ctx, client, { action: 'login.code_given' })
  if (knownBy === 'handed_out') await confirmSession(ctx, client)
  return { identifiedBy: 'code' }
}

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
      const decided = await findUndoableDecision(trx, project, id, now)
      if (!isSome(decided)) throw new TooLateToUndo()
      const [{ groupId, needsCode, decidedIn }] = decided
      const approved = decided.find(({ state }) => state === 'approved')
      if (approved) {
        const proof = await identify(inTrx, client, groupId, {
          needsCode: needsCode && decidedIn !== client.sessionId,
          ...session,
          code,
        })
        if ('refusal' in proof) return proof
        await writeWithdrawal(inTrx, client, groupId, proof, now)
      }
      await deleteDecision(trx, decided, now)
      await closeOutdatedReviews(trx, project, now)
      const decision = approved ? 'approved' : 'changes_requested'
      return {
        events: [{ kind: 'decision_withdrawn', subject: { ...subjectOf(decided, approved), decision } }],
      }
    },
    { begin: (trx) => requireClientSession({ ...ctx, db: trx }, client) },
  )
}
