import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { receipts } from '@portico/contract'
import { encodeReceipt } from '@portico/contract/receipt-hash'
import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'

export interface SigningKey {
  id: string
  publicKey: string
  privateKey: string
}

/** The key that signs. The first process that needs it makes it; of two at once, one stores its key. */
export async function findSigningKey(db: Db) {
  const key = await readSigningKey(db)
  if (key) return key
  await insertKey(db)
  return (await readSigningKey(db)) as SigningKey
}

/** Makes a new key. The private key of the one before it is deleted, and its public key stays. */
export function replaceSigningKey(db: Db) {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('receipt_key')
      .set({ private_key: null })
      .where('private_key', 'is not', null)
      .execute()
    await insertKey(trx)
    return (await readSigningKey(trx)) as SigningKey
  })
}

/** The one that signs first, then the newer before the older. */
export async function readPublicKeys(db: Db) {
  return db
    .selectFrom('receipt_key')
    .select(['id', 'public_key as publicKey'])
    .orderBy(sql`private_key is null`)
    .orderBy('created_at', 'desc')
    .execute()
}

export function signReceipt({ id, publicKey, privateKey }: SigningKey, receipt: Partial<receipts.Receipt>) {
  const key = createPrivateKey({ key: { ...toJwk(publicKey), d: privateKey }, format: 'jwk' })
  return { keyId: id, value: sign(null, encodeReceipt(receipt), key).toString('base64url') }
}

export function hasValidSignature(publicKey: string, receipt: receipts.Receipt) {
  const key = createPublicKey({ key: toJwk(publicKey), format: 'jwk' })
  const value = Buffer.from(receipt.signature?.value ?? '', 'base64url')
  return verify(null, encodeReceipt(receipt), key, value)
}

export const toJwk = (publicKey: string) => ({ kty: 'OKP', crv: 'Ed25519', x: publicKey }) as const

async function readSigningKey(db: Db) {
  const { rows } = await sql<SigningKey>`
    select id, public_key as "publicKey", private_key as "privateKey" from receipt_key
    where private_key is not null`.execute(db)
  return rows[0]
}

async function insertKey(db: Db) {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  await db
    .insertInto('receipt_key')
    .values({ id: thumbprint(x), public_key: x, private_key: d })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** RFC 7638, so that a key has the same id for everybody. */
function thumbprint(publicKey: string) {
  const { crv, kty, x } = toJwk(publicKey)
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')
}
