import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { limitConcurrency } from '../../platform/process/limit-concurrency.ts'

const argon2Async = promisify(argon2)

// OWASP's second recommendation for Argon2id: 19 MiB, two passes. Runs in the thread pool, off the event loop.
const HASH_COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
/** Some of the pool's four threads stay free: new connections to the database need them too. */
const limited = limitConcurrency({ maxConcurrent: 2, maxWaitMs: 7_000 })
const derive = (...about: Parameters<typeof argon2Async>) => limited(() => argon2Async(...about))

/** Answers `argon2id$memory$passes$salt$tag`, so that the cost can grow later and old hashes still open. */
export async function hashPassword(password: string) {
  const salt = randomBytes(16)
  const tag = await derive('argon2id', { ...HASH_COST, message: password, nonce: salt })
  return [
    'argon2id',
    HASH_COST.memory,
    HASH_COST.passes,
    salt.toString('base64url'),
    tag.toString('base64url'),
  ].join('$')
}

/** Takes as long when there is no hash to compare with, so that time does not tell who has an account. */
export async function isPassword(password: string, hash: string | undefined) {
  const [, memory, passes, salt = '', tag = ''] = (hash ?? DUMMY_HASH).split('$')
  const expected = Buffer.from(tag, 'base64url')
  const cost = { ...HASH_COST, memory: Number(memory), passes: Number(passes), tagLength: expected.length }
  const actual = await derive('argon2id', {
    ...cost,
    message: password,
    nonce: Buffer.from(salt, 'base64url'),
  })
  return timingSafeEqual(actual, expected) && hash !== undefined
}

const DUMMY_HASH = await hashPassword(randomBytes(16).toString('hex'))
