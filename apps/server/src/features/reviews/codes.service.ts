import { createHmac } from 'node:crypto'
import type { EmailStatus } from '@portico/contract'
import type { ClientUser } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { keysFor, keysSinceEver } from '../../platform/http/secret-keys.ts'
import { createDigits } from '../access/mailed-codes.ts'
import { deleteCode, findCodeRequest } from './codes.repository.ts'
import { getWritableReview, ReviewNotOpen } from './reviews.service.ts'

/** Creates a code while its email is written, because only its hash is stored and jobs carry no secrets. */
export function createCode({ config }: AppContext, groupId: string) {
  const code = createDigits()
  return { code, hash: hashBy(keysFor(config, 'review codes')[0], groupId, code) }
}

/** What the stored hash of this code may be: with the newest secret, or one of those before it. */
export function hashesOfCode({ config }: Pick<AppContext, 'config'>, groupId: string, code: string) {
  return keysSinceEver(config, 'review codes').map((key) => hashBy(key, groupId, code))
}

/** Uses the server's secret, because all six-digit codes can be tried quickly. The id of the group is hashed too. */
function hashBy(key: Buffer | string, groupId: string, code: string) {
  return createHmac('sha256', key).update(`code of review ${groupId}: ${code}`).digest()
}

/** The earlier code stops working at once. */
export async function mailCode(ctx: AppContext, client: ClientUser, reviewId: string, address: string) {
  await getWritableReview(ctx, client, reviewId)
  const owner = { reviewId, sessionId: client.sessionId }
  return ctx.db.transaction().execute(async (trx): Promise<{ email: string; emailStatus: EmailStatus }> => {
    const request = await findCodeRequest(trx, owner, ctx.clock.now())
    if (!request) throw new ReviewNotOpen()
    const email = request.clientEmail
    if (ctx.config.confirmEmail && !request.isConfirmed) return { email, emailStatus: 'unconfirmed' }
    const { status } = await ctx.outbox.queue(trx, 'mailReviewCode', owner, {
      purpose: 'code',
      mailbox: email,
      account: request.workspaceId,
      address,
    })
    if (status === 'queued') await deleteCode(trx, { ...request, personId: client.personId })
    return { email, emailStatus: status }
  })
}
