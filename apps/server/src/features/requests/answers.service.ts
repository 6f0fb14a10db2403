import type { requests } from '@portico/contract'
import type { ClientUser } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { requireUnchanged } from '../../platform/http/changed-meanwhile.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { markAnswered } from '../events/consequences.ts'
import { RequestAccepted } from '../files/answerable-request.ts'
import { findAnswerText, saveAnswer } from './answers.repository.ts'
import { changeOne, subjectOf } from './requests.service.ts'

/** Answers with a text, or with the reason why there is nothing to give. Files are uploads (features/files). */
export async function answerRequest(
  ctx: AppContext,
  client: ClientUser,
  id: string,
  answer: requests.NewAnswer,
) {
  const { text = null, unable = null, comment = null, was } = answer
  if (text !== null && unable !== null)
    throw invalidInput('text', 'Please send a text, or why there is none.')
  if (text === null && unable === null) throw invalidInput('text', 'Please write your answer.')
  if (unable === null && comment !== null)
    throw invalidInput('comment', 'A comment goes without a text only.')
  return changeOne(ctx, client, id, 'requests.answer', async (request, trx) => {
    if (request.state === 'accepted') throw new RequestAccepted()
    if (was) requireUnchanged({ text: await findAnswerText(trx, request) }, { text }, was)
    const now = ctx.clock.now()
    const answerId = await saveAnswer(trx, request, client, { text, unable, comment }, now)
    await markAnswered(trx, request, now)
    if (answerId === undefined) return []
    return [
      { kind: 'request_answered', subject: { ...subjectOf(request), answerId, unable: unable ?? undefined } },
    ]
  })
}
