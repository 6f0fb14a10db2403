import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { addressKey } from '../../platform/limits/keys.ts'
import { createTurns } from '../../platform/process/turns.ts'

const argon2Async = promisify(argon2)

// OWASP's second recommendation for Argon2id: 19 MiB, two passes.
const HASH_COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
/**
 * Leaves two of the thread pool's four threads free, because new database connections need them too. Network addresses take
 * turns, so that many logins from one do not delay others.
 */
const turns = createTurns({ total: 2, perKey: 2, maxWaitMs: 7_000 })

async function derive(address: string, ...about: Parameters<typeof argon2Async>) {
  const key = addressKey(address)
  await turns.take(key)
  try {
    return await argon2Async(...about)
  } finally {
    turns.end(key)
  }
}

/** Returns `argon2id$memory$passes$salt$tag`, so that old hashes stay valid when the cost is raised. */
export async function hashPassword(password: string, address: string) {
  const salt = randomBytes(16)
  const tag = await derive(address, 'argon2id', { ...HASH_COST, message: password, nonce: salt })
  return [
    'argon2id',
    HASH_COST.memory,
    HASH_COST.passes,
    salt.toString('base64url'),
    tag.toString('base64url'),
  ].join('$')
}

/** Takes the same time without a hash, so that timing does not reveal who has an account. */
export async function isPassword(password: string, hash: string | undefined, address: string) {
  const [, memory, passes, salt = '', tag = ''] = (hash ?? DUMMY_HASH).split('$')
  const expected = Buffer.from(tag, 'base64url')
  const cost = { ...HASH_COST, memory: Number(memory), passes: Number(passes), tagLength: expected.length }
  const actual = await derive(address, 'argon2id', {
    ...cost,
    message: password,
    nonce: Buffer.from(salt, 'base64url'),
  })
  return timingSafeEqual(actual, expected) && hash !== undefined
}

const DUMMY_HASH = await hashPassword(randomBytes(16).toString('hex'), '')
