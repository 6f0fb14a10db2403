import { createHmac } from 'node:crypto'
import type { EmailStatus } from '@portico/contract'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { keysFor } from '../../platform/http/secret-keys.ts'
import { createDigits, refusalOfCode } from '../access/mailed-codes.ts'
import { auditAttempt } from '../audit/audit-attempts.ts'
import { type CodeKey, deleteInvitationCodes, tryInvitationCode } from './invitation-codes.repository.ts'

/** Creates a code while its email is written, because only its hash is stored and jobs carry no secrets. */
export function createInvitationCode({ config }: AppContext, key: CodeKey) {
  const code = createDigits()
  return { code, hash: hashBy(keysFor(config, 'invitation codes')[0], key, code) }
}

/** Uses the server's secret, because all six-digit codes can be tried quickly. */
function hashBy(secret: Buffer, { invitationId, personId }: CodeKey, code: string) {
  return createHmac('sha256', secret).update(`${invitationId} ${personId}: ${code}`).digest()
}

interface Invited {
  id: string
  email: string
  workspaceId: string
}

/** Mails it to the invited address. The earlier code stops working at once. */
export function mailInvitationCode(
  ctx: AppContext,
  { personId }: Freelancer,
  { id: invitationId, email, workspaceId }: Invited,
  address: string,
): Promise<EmailStatus> {
  return ctx.db.transaction().execute(async (trx) => {
    const key = { invitationId, personId }
    const count = { purpose: 'code', mailbox: email, account: workspaceId, address } as const
    const { status } = await ctx.outbox.queue(trx, 'mailInvitationCode', key, count)
    if (status === 'queued') await deleteInvitationCodes(trx, key)
    return status
  })
}

/** Why the code is refused, or undefined when it is the one that was mailed. A wrong one counts, whatever becomes of the caller's work. */
export async function refusalOfInvitationCode(
  ctx: AppContext,
  { id: invitationId, workspaceId }: Pick<Invited, 'id' | 'workspaceId'>,
  personId: string,
  code: string | undefined,
) {
  const key = { invitationId, personId }
  const refusal = await refusalOfCode(code, (digits) => {
    const hashes = keysFor(ctx.config, 'invitation codes').map((secret) => hashBy(secret, key, digits))
    return tryInvitationCode(ctx.db, key, hashes, ctx.clock.now())
  })
  if (refusal && code)
    auditAttempt(ctx, { side: 'freelancer', personId, workspaceId }, { action: 'login.code_failed' })
  return refusal
}
