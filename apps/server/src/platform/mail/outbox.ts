import type { AppContext } from '../context.ts'
import { addJob } from '../jobs/jobs.ts'
import type { Rate } from '../limits/counters.ts'
import { addressKey, hashedKey, mailboxKey } from '../limits/keys.ts'
import type { Person } from '../realtime/live.ts'
import type { Db } from '../sql/database.ts'
import { inTransaction } from '../sql/in-transaction.ts'
import { type Allowance, takeAllowances } from './allowances.ts'
import type { Email } from './email.ts'

/** The payload of each kind of email: ids, no secrets. Features add theirs with `declare module`. */
export interface EmailPayloads extends Record<never, object> {}
export type EmailKind = keyof EmailPayloads & string

/** Writes one email when its job runs. Undefined when the recipient does not exist any more. */
export type EmailWriter<Kind extends EmailKind> = (
  ctx: AppContext,
  payload: EmailPayloads[Kind],
) => Promise<WrittenEmail | undefined>

export interface WrittenEmail {
  email: Email
  /** The person whose address it goes to; null for the operator, and for people who may be deleted by then. */
  recipient: Person | null
  /** Whose look it has, where the recipient is nobody's client. */
  workspaceId?: string
  /** Deletes what the email refers to, such as a link, when the email certainly was not delivered. */
  withdraw?(): Promise<void>
  /** Called when the email was sent, or the mail server refuses it for good, but not when it refuses the recipient. */
  settle?(): Promise<void>
}

/** How often emails may be sent; null switches a limit off. */
export interface EmailRates {
  /** To one mailbox. One IP address may request six times as many. */
  mail: Rate | null
  /** On behalf of one account. */
  accountMail: Rate | null
}

/**
 * Which limits count an email. Purposes are counted separately, so that emails of one cannot use up another's limit:
 * - `client`: login links. `chat`: unread messages to a client. Both go on behalf of an account, which is counted too.
 * - `code`: codes that a client decides with, so that they never use up the links. `receipts`: what a client keeps of receipts
 *   that are deleted. `receipt`: one receipt, when it is written. `address`: to the address that somebody had before.
 *   `new-address`: to the one that an account is to have. All go on behalf of an account too. `guest`: a link to somebody whom
 *   either side asks. `invitation`: to somebody who is to be a member.
 * - `account`: to the account's holder, such as a reset link or a security notice. Each kind is counted separately, so that
 *   requests for forgotten passwords cannot suppress the notice of a changed one.
 * - `support`: messages to the operator, counted for the sender's mailbox, or for the id of a signed-in sender, because
 *   anybody can type their address.
 */
export type EmailCount = {
  mailbox: string
  /** The IP address of the request. */
  address?: string
  /** A key under which the email is queued once, even when its job runs again. */
  once?: string
} & (
  | {
      purpose:
        | 'client'
        | 'chat'
        | 'guest'
        | 'code'
        | 'receipts'
        | 'receipt'
        | 'address'
        | 'new-address'
        | 'invitation'
      account: string
    }
  | { purpose: 'account' }
  | { purpose: 'support'; person?: string | undefined }
)

export interface QueuedEmail {
  status: 'queued' | 'limited'
  /** Seconds until there is room again; 0 when it was queued. */
  retryAfter: number
}

export interface Outbox {
  /** The only way to send an email: counts and queues it in the caller's transaction. */
  queue<Kind extends EmailKind>(
    db: Db,
    kind: Kind,
    payload: EmailPayloads[Kind],
    count: EmailCount,
  ): Promise<QueuedEmail>
  /**
   * Counts a request whose response must not reveal whether the address is known. A job counts the emails once it has found
   * their recipients.
   */
  mayRequest(db: Db, purpose: EmailCount['purpose'], address: string): Promise<boolean>
}

export function createOutbox({ mail, accountMail }: EmailRates, now: () => Date): Outbox {
  const perAddress = mail && { count: Math.min(6 * mail.count, MAX_COUNT), seconds: mail.seconds }
  const fromAddress = (purpose: string, address: string) =>
    allowance(`${purpose}:address:${hashedKey(addressKey(address))}`, perAddress)

  return {
    queue: (db, kind, payload, count) =>
      inTransaction(db, async (trx) => {
        const { purpose, mailbox, address, once } = count
        if (once && (await takeAllowances(trx, allowance(`once:${once}`, ONCE), now())) > 0) return QUEUED
        const countedAs = purpose === 'account' ? kind : purpose
        const person = 'person' in count ? count.person : undefined
        const counted = person ? `person:${person}` : `mailbox:${mailboxKey(mailbox)}`
        const retryAfter = await takeAllowances(
          trx,
          [
            ...allowance(`${countedAs}:${counted}`, mail),
            ...('account' in count ? allowance(`${purpose}:account:${count.account}`, accountMail) : []),
            ...(address ? fromAddress(purpose, address) : []),
          ],
          now(),
        )
        if (retryAfter > 0) return { status: 'limited', retryAfter }
        await addJob(trx, kind, { ...payload, ...(purpose !== 'support' && { sentTo: mailboxKey(mailbox) }) })
        return QUEUED
      }),

    mayRequest: (db, purpose, address) =>
      inTransaction(
        db,
        async (trx) => (await takeAllowances(trx, fromAddress(purpose, address), now())) === 0,
      ),
  }
}

const QUEUED: QueuedEmail = { status: 'queued', retryAfter: 0 }
/** The largest integer of PostgreSQL. */
const MAX_COUNT = 2 ** 31 - 1
/** Longer than a job is retried. */
const ONCE: Rate = { count: 1, seconds: 7 * 86_400 }

function allowance(key: string, rate: Rate | null): Allowance[] {
  return rate ? [{ key, ...rate }] : []
}
