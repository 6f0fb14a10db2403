import type Stripe from 'stripe'
import { NotSignedIn } from '../../platform/access.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Db } from '../../platform/db.ts'
import {
  type Account,
  forgetCustomer,
  keepFacts,
  lockAccount,
  nextRevision,
  noteRead,
} from './billing.repository.ts'
import { type Facts, FREE, type Read, readFacts } from './facts.ts'
import { inOurWords, isMissing, wasAnswered } from './stripe-errors.ts'

export interface Work {
  db: Db
  stripe: Stripe
  account: Account
  /** The same for the same wish in the same state, so that Stripe does it once, however often it is asked. */
  key(wish: string): { idempotencyKey: string }
  /** Asks Stripe how things are, and keeps what it says. `anew`: whoever it does not know begins again. */
  read(how?: { anew: boolean }): Promise<Read>
}

/** Connections of the pool that may wait for Stripe at the same time: the rest of Portico needs the others. */
const AT_ONCE = 4

/**
 * Does something with Stripe for one account, with nobody else beside: what is kept here is what Stripe said last.
 * When anything fails, nothing of it is kept.
 */
export async function withAccount<T>(
  ctx: AppContext,
  freelancerId: string,
  act: (work: Work) => Promise<T>,
): Promise<T> {
  const stripe = await ctx.payments.stripe()
  const changes: Change[] = []
  try {
    return await oneByOne(freelancerId, () =>
      ctx.db.transaction().execute(async (db) => {
        const account = await lockAccount(db, freelancerId)
        if (!account) throw new NotSignedIn()
        const { revision } = account
        return act({
          db,
          stripe,
          account,
          key: (wish) => ({ idempotencyKey: `portico:${freelancerId}:${revision}:${wish}` }),
          read: (how) => readAndKeep(ctx, { db, stripe, account }, changes, how?.anew),
        })
      }),
    )
  } catch (error) {
    changes.length = 0
    if (wasAnswered(error)) await nextRevision(ctx.db, freelancerId)
    throw inOurWords(error)
  } finally {
    if (changes.length > 0)
      ctx.live.changed([{ role: 'freelancer', id: freelancerId }], ['billing', 'dashboard'])
  }
}

/** What was believed, and what is so. */
export interface Change {
  before: { plan: string; status: string }
  after: Facts
}

async function readAndKeep(
  ctx: AppContext,
  work: Pick<Work, 'db' | 'stripe' | 'account'>,
  changes: Change[],
  anew = false,
): Promise<Read> {
  const { db, stripe, account } = work
  const id = account.freelancer_id
  const read = account.customer_id
    ? await readFacts(stripe, account.customer_id).catch((error) => {
        if (isMissing(error)) return 'unknown' as const
        throw error
      })
    : null
  if (read === 'unknown') {
    // That may be another Stripe than the one they pay at, by a key that was mixed up: nobody loses a plan by that.
    ctx.log.warn({ freelancer: id, customer: account.customer_id }, 'Stripe does not know this customer')
    if (anew) {
      await forgetCustomer(db, id)
      Object.assign(account, { customer_id: null, checkout_session_id: null })
    }
    return { facts: { ...FREE, subscribedBefore: account.subscribed_before }, live: undefined }
  }
  // Somebody who never subscribed may have been given a plan.
  const known = read ?? (account.subscription_id ? { facts: FREE, live: undefined } : null)
  if (!known) return { facts: { ...FREE, subscribedBefore: account.subscribed_before }, live: undefined }
  if (!isSame(account, known.facts)) {
    changes.push({ before: { plan: account.plan, status: account.subscription_status }, after: known.facts })
    await keepFacts(db, id, known.facts)
    Object.assign(account, rowOf(known.facts))
  }
  await noteRead(db, id, ctx.clock.now())
  return known
}

function isSame(account: Account, facts: Facts) {
  return Object.entries(rowOf(facts)).every(([column, value]) => account[column as keyof Account] === value)
}

function rowOf(facts: Facts) {
  return {
    plan: facts.plan,
    subscription_status: facts.status,
    subscription_id: facts.subscriptionId,
    current_period_end: facts.currentPeriodEnd?.toISOString() ?? null,
    trial_ends_at: facts.trialEndsAt?.toISOString() ?? null,
    cancel_at_period_end: facts.cancelAtPeriodEnd,
    ...(facts.subscribedBefore && { subscribed_before: true }),
  }
}

const queues = new Map<string, Promise<unknown>>()
const waiting: (() => void)[] = []
let free = AT_ONCE

/** In this process an account waits for itself before it takes a connection; the lock in the database parts processes. */
async function oneByOne<T>(id: string, act: () => Promise<T>): Promise<T> {
  const before = queues.get(id) ?? Promise.resolve()
  const turn = before.then(takePlace, takePlace).then(act)
  const over = turn.catch(() => {}).finally(givePlace)
  queues.set(id, over)
  over.finally(() => queues.get(id) === over && queues.delete(id))
  return turn
}

function takePlace() {
  if (free > 0) free--
  else return new Promise<void>((resolve) => waiting.push(resolve))
}

function givePlace() {
  const next = waiting.shift()
  if (next) next()
  else free++
}
