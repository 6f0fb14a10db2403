import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Redis } from '../redis.ts'

/** So many times in so many seconds. */
export interface Rate {
  count: number
  seconds: number
}

export interface Counter {
  /** Counts once, or answers after how many seconds there is room again. */
  take(key: string): Promise<number>
  giveBack(key: string): Promise<void>
}

export function countUpTo(name: string, rate: Rate | null, redis: Redis | null = null): Counter {
  if (!rate) return { take: async () => 0, giveBack: async () => {} }
  const store = openStore(name, rate, redis)

  return {
    async take(key) {
      try {
        await store(key).consume(key)
        return 0
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        // Being refused does not count, or a limit that is given back could stay full.
        await store(key).reward(key)
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000))
      }
    },
    async giveBack(key) {
      await store(key).reward(key)
    },
  }
}

/** Remembers keys for a while after they were last added. */
export function rememberFor(name: string, seconds: number, redis: Redis | null = null) {
  const store = openStore(name, { count: 1, seconds }, redis)
  return {
    has: async (key: string) => (await store(key).get(key)) !== null,
    async add(key: string) {
      await store(key).set(key, 1, seconds)
    },
  }
}

const MOST_KEYS = 10_000
/** 24 days: a timer that is set for longer goes off at once. */
const LONGEST = 24 * 86_400

/**
 * The counts of this process. Beyond so many keys the one that was quiet the longest is forgotten, so that nobody
 * who comes from everywhere at once can fill the memory.
 */
function openStore(name: string, { count, seconds }: Rate, redis: Redis | null) {
  const duration = Math.min(seconds, LONGEST)
  if (redis) return sharedStore(redis, { keyPrefix: `portico:${name}`, points: count, duration })
  const counts = new RateLimiterMemory({ keyPrefix: name, points: count, duration })
  const keys = new Set<string>()

  return (key: string) => {
    keys.delete(key)
    keys.add(key)
    if (keys.size > MOST_KEYS) forgetTheQuietest()
    return counts
  }

  function forgetTheQuietest() {
    const [quietest] = keys
    if (quietest === undefined) return
    keys.delete(quietest)
    void counts.delete(quietest)
  }
}

/** The counts of all processes. While Redis is away each counts for itself. */
function sharedStore(redis: Redis, options: { keyPrefix: string; points: number; duration: number }) {
  const counts = new RateLimiterRedis({
    ...options,
    storeClient: redis.client,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(options),
  })
  return (_key: string) => counts
}
