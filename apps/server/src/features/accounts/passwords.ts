import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { limitConcurrency } from '../../platform/process/limit-concurrency.ts'

const argon2Async = promisify(argon2)

// OWASP's second recommendation for Argon2id: 19 MiB, two passes.
const HASH_COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
/** Leaves two of the thread pool's four threads free, because new database connections need them too. */
const limited = limitConcurrency({ maxConcurrent: 2, maxWaitMs: 7_000 })
const derive = (...about: Parameters<typeof argon2Async>) => limited(() => argon2Async(...about))

/** Returns `argon2id$memory$passes$salt$tag`, so that old hashes stay valid when the cost is raised. */
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

/** Takes the same time without a hash, so that timing does not reveal who has an account. */
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
