import type Stripe from 'stripe'
import type { AppContext } from '../../platform/context.ts'
import { NotSignedIn } from '../../platform/http/access.ts'
import type { Db } from '../../platform/sql/database.ts'
import {
  type Account,
  forgetCustomer,
  keepFacts,
  lockAccount,
  nextRevision,
  noteRead,
  rowOf,
} from './billing.repository.ts'
import { FREE, type Read, readFacts } from './facts.ts'
import { inOurWords, unlessMissing, wasAnswered } from './stripe-errors.ts'

/** What billing needs of the world. */
export type BillingContext = Pick<AppContext, 'db' | 'payments' | 'live' | 'clock' | 'log'>

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
  ctx: BillingContext,
  freelancerId: string,
  act: (work: Work) => Promise<T>,
): Promise<T> {
  const stripe = await ctx.payments.stripe()
  let changed = false
  try {
    const result = await oneByOne(freelancerId, () =>
      ctx.db.transaction().execute(async (db) => {
        const account = await lockAccount(db, freelancerId)
        if (!account) throw new NotSignedIn()
        const { revision } = account
        return act({
          db,
          stripe,
          account,
          key: (wish) => ({ idempotencyKey: `portico:${freelancerId}:${revision}:${wish}` }),
          read: (how) =>
            readAndKeep(ctx, { db, stripe, account }, how?.anew ?? false, () => (changed = true)),
        })
      }),
    )
    if (changed) ctx.live.changed([{ role: 'freelancer', id: freelancerId }], 'billing.accountSynced')
    return result
  } catch (error) {
    if (wasAnswered(error)) await nextRevision(ctx.db, freelancerId)
    throw inOurWords(error)
  }
}

async function readAndKeep(
  ctx: BillingContext,
  work: Pick<Work, 'db' | 'stripe' | 'account'>,
  anew: boolean,
  changed: () => void,
): Promise<Read> {
  const { db, stripe, account } = work
  const { freelancer_id: id, customer_id: customer } = account
  const read = customer ? await readFacts(stripe, customer).catch(unlessMissing) : null
  const there = customer && (anew || !read) ? await whereaboutsOf(stripe, customer) : 'known'
  if (there === 'unknown') ctx.log.warn({ freelancer: id, customer }, 'Stripe does not know this customer')
  if (there !== 'known' && anew) {
    await forgetCustomer(db, id)
    Object.assign(account, { customer_id: null, checkout_session_id: null })
  }
  // Unknown there may mean another Stripe than the one they pay at, by a key that was mixed up: nobody loses a plan by that.
  // And somebody who never subscribed may have been given one.
  if (there === 'unknown' || (!read && !account.subscription_id))
    return { ...NOTHING, facts: { ...FREE, subscribedBefore: account.subscribed_before } }
  const known = read ?? { ...NOTHING, facts: { ...FREE, subscribedBefore: true } }
  const { freelancer, account: kept } = rowOf(known.facts)
  const said = { ...freelancer, ...kept }
  if (!isSame(account, said)) {
    changed()
    await keepFacts(db, id, known.facts)
    Object.assign(account, said)
  }
  await noteRead(db, id, ctx.clock.now())
  return known
}

const NOTHING = { live: undefined, standing: [] }

/** Deleted there, with all that was paid for; or never heard of, such as after a change from our own Stripe to the real one. */
async function whereaboutsOf(stripe: Stripe, customer: string) {
  const found = await stripe.customers.retrieve(customer).catch(unlessMissing)
  if (!found) return 'unknown'
  return found.deleted ? 'deleted' : 'known'
}

function isSame(account: Account, said: Partial<Account>) {
  return Object.entries(said).every(([column, value]) => account[column as keyof Account] === value)
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
