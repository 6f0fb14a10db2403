import createError from '@fastify/error'
import type { Actor } from '../actors.ts'
import type { Redis } from '../process/redis.ts'
import { type Counter, createCounter, createExpiringSet, type Rate } from './counters.ts'
import { formatDuration } from './format-duration.ts'
import { addressKey, hashedKey } from './keys.ts'

/** Rate limits; null switches one off. */
export interface Rates {
  /** Failed logins for one account from one address. The limits of the account and of the address follow from it. */
  login: Rate | null
  /** Exchanges of a login link, per address. As many fetches of calendars. */
  link: Rate | null
  /** Registrations, per address. */
  register: Rate | null
  /**
   * Sessions started by one person, and login links and previews that a freelancer makes. Failed attempts do not count, so
   * strangers cannot lock a person out.
   */
  sessions: Rate | null
  /** Chat messages of one person. */
  chat: Rate | null
  /** Requests of guests with one link. */
  give: Rate | null
  /** Test notifications of one person. */
  pushTests: Rate | null
  /** Searches of one person. */
  search: Rate | null
}

export interface Limits {
  login: {
    /** Counts a login before its password is checked, so that concurrent guesses cannot pass together. */
    attempt(account: string, address: string): Promise<{ succeeded(): Promise<void> }>
  }
  link: { take(address: string): Promise<void> }
  calendar: { take(address: string): Promise<void> }
  register: { take(address: string): Promise<void> }
  sessions: { take(person: Pick<Actor, 'role' | 'id'>): Promise<void> }
  give: { take(linkHash: Buffer, address: string): Promise<void> }
  pushTests: { take(person: Pick<Actor, 'role' | 'id'>): Promise<void> }
  search: { take(person: Pick<Actor, 'role' | 'id'>): Promise<void> }
  chat: {
    /** Signals (joining, typing, marking as read) have a limit of their own, so that they do not use up messages. */
    take(person: Pick<Actor, 'role' | 'id'>, what: 'message' | 'signal'): void | Promise<void>
  }
}

const TooMany = createError<[string]>('TOO_MANY_REQUESTS', 'Too many attempts. Please try again in %s.', 429)

export function createLimits(
  { login, link, register, sessions, chat, give, pushTests, search }: Rates,
  redis: Redis | null = null,
): Limits {
  const upTo = (name: string, rate: Rate | null) => createCounter(name, rate, redis)
  const perPair = upTo('login', login)
  const perAccount = upTo('login-account', login && { count: 10 * login.count, seconds: 4 * login.seconds })
  const perAddress = upTo('login-address', login && { count: 5 * login.count, seconds: login.seconds })
  const knownPairs = createExpiringSet('login-known', 20 * 86_400, redis)
  const links = upTo('link', link)
  const calendars = upTo('calendar', link)
  const registrations = upTo('register', register)
  const started = upTo('sessions', sessions)
  const perLink = upTo('give', give)
  const guests = upTo('give-address', give && { count: 4 * give.count, seconds: give.seconds })
  const tests = upTo('push-tests', pushTests)
  const searches = upTo('search', search)
  const chats = { message: upTo('chat', chat), signal: upTo('chat-signal', chat) }

  return {
    login: {
      async attempt(account, address) {
        const pair = hashedKey(account, addressKey(address))
        const claims: Claim[] = [
          [perPair, pair],
          [perAddress, addressKey(address)],
        ]
        // A person who signed in from this address before is not locked out by guesses from elsewhere.
        if (!(await knownPairs.has(pair))) claims.push([perAccount, hashedKey(account)])
        await takeAllOrThrow(claims)
        return {
          async succeeded() {
            await Promise.all([releaseClaims(claims), knownPairs.add(pair)])
          },
        }
      },
    },
    link: { take: (address) => takeAllOrThrow([[links, addressKey(address)]]) },
    calendar: { take: (address) => takeAllOrThrow([[calendars, addressKey(address)]]) },
    register: { take: (address) => takeAllOrThrow([[registrations, addressKey(address)]]) },
    sessions: { take: ({ role, id }) => takeAllOrThrow([[started, `${role}:${id}`]]) },
    give: {
      take: (linkHash, address) =>
        takeAllOrThrow([
          [perLink, linkHash.toString('base64url')],
          [guests, addressKey(address)],
        ]),
    },
    pushTests: { take: ({ role, id }) => takeAllOrThrow([[tests, `${role}:${id}`]]) },
    search: { take: ({ role, id }) => takeAllOrThrow([[searches, `${role}:${id}`]]) },
    chat: {
      take({ role, id }, what) {
        const seconds = chats[what].take(`${role}:${id}`)
        return typeof seconds === 'number' ? throwIfLimited(seconds) : seconds.then(throwIfLimited)
      },
    },
  }
}

type Claim = [counter: Counter, key: string]

async function takeAllOrThrow(claims: Claim[]) {
  throwIfLimited(await takeAll(claims))
}

export function throwIfLimited(retryAfter: number) {
  if (retryAfter > 0) throw Object.assign(new TooMany(formatDuration(retryAfter)), { retryAfter })
}

/** Takes from every counter or from none. Returns the seconds until there is room. */
async function takeAll(claims: Claim[]) {
  for (const [index, [counter, key]] of claims.entries()) {
    const seconds = await counter.take(key)
    if (seconds > 0) {
      await releaseClaims(claims.slice(0, index))
      return seconds
    }
  }
  return 0
}

async function releaseClaims(claims: Claim[]) {
  await Promise.all(claims.map(([counter, key]) => counter.release(key)))
}
