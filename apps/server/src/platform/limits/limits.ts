import createError from '@fastify/error'
import type { Actor } from '../actors.ts'
import type { Redis } from '../process/redis.ts'
import { inWords } from './durations.ts'
import { addressKey, secretKey } from './keys.ts'
import { type Counter, countUpTo, type Rate, rememberFor } from './store.ts'

/** How often what may be done; null switches a limit off. */
export interface Rates {
  /** Failed logins for one account from one address. The account's and the address's own limits follow from it. */
  login: Rate | null
  /** Exchanges of a login link, by address. */
  link: Rate | null
  /** Registrations, by address. */
  register: Rate | null
  /** Sessions that one person starts. Failed attempts are not counted, so strangers cannot lock a person out. */
  sessions: Rate | null
  /** Chat messages of one person: so many at once, and in the long run so many in so many seconds. */
  chat: Rate | null
}

export interface Limits {
  login: {
    /** Counts a login before its password is checked, so that guesses made at once cannot slip past together. */
    attempt(account: string, address: string): Promise<{ succeeded(): Promise<void> }>
  }
  link: { take(address: string): Promise<void> }
  register: { take(address: string): Promise<void> }
  sessions: { take(person: Pick<Actor, 'role' | 'id'>): Promise<void> }
  chat: {
    /** Signals (joining, typing, having seen) are counted apart, so that they cost nobody a message. */
    take(person: Pick<Actor, 'role' | 'id'>, what: 'message' | 'signal'): void | Promise<void>
  }
}

const TooMany = createError<[string]>('TOO_MANY_REQUESTS', 'Too many attempts. Please try again in %s.', 429)

export function createLimits(
  { login, link, register, sessions, chat }: Rates,
  redis: Redis | null = null,
): Limits {
  const upTo = (name: string, rate: Rate | null) => countUpTo(name, rate, redis)
  const perPair = upTo('login', login)
  const perAccount = upTo('login-account', login && { count: 10 * login.count, seconds: 4 * login.seconds })
  const perAddress = upTo('login-address', login && { count: 5 * login.count, seconds: login.seconds })
  const known = rememberFor('login-known', 20 * 86_400, redis)
  const links = upTo('link', link)
  const registrations = upTo('register', register)
  const started = upTo('sessions', sessions)
  const chats = { message: upTo('chat', chat), signal: upTo('chat-signal', chat) }

  return {
    login: {
      async attempt(account, address) {
        const pair = secretKey(account, addressKey(address))
        const claims: Claim[] = [
          [perPair, pair],
          [perAddress, addressKey(address)],
        ]
        // Whoever signed in from here before is not locked out by strangers who guess from elsewhere.
        if (!(await known.has(pair))) claims.push([perAccount, secretKey(account)])
        await takeOrThrow(claims)
        return {
          async succeeded() {
            await Promise.all([giveBack(claims), known.add(pair)])
          },
        }
      },
    },
    link: { take: (address) => takeOrThrow([[links, addressKey(address)]]) },
    register: { take: (address) => takeOrThrow([[registrations, addressKey(address)]]) },
    sessions: { take: ({ role, id }) => takeOrThrow([[started, `${role}:${id}`]]) },
    chat: {
      take({ role, id }, what) {
        const seconds = chats[what].take(`${role}:${id}`)
        return typeof seconds === 'number' ? refuseFor(seconds) : seconds.then(refuseFor)
      },
    },
  }
}

type Claim = [counter: Counter, key: string]

async function takeOrThrow(claims: Claim[]) {
  refuseFor(await secondsToWait(claims))
}

/** Refuses what has to wait for so many seconds. */
export function refuseFor(retryAfter: number) {
  if (retryAfter > 0) throw Object.assign(new TooMany(inWords(retryAfter)), { retryAfter })
}

/** Takes from every counter, or from none: an attempt that is refused counts nowhere. */
async function secondsToWait(claims: Claim[]) {
  for (const [index, [counter, key]] of claims.entries()) {
    const seconds = await counter.take(key)
    if (seconds > 0) {
      await giveBack(claims.slice(0, index))
      return seconds
    }
  }
  return 0
}

async function giveBack(claims: Claim[]) {
  await Promise.all(claims.map(([counter, key]) => counter.giveBack(key)))
}
