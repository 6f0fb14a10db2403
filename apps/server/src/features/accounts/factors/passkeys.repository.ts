import { v7 as newId } from 'uuid'
import type { Db } from '../../../platform/sql/database.ts'

interface NewPasskey {
  personId: string
  credentialId: string
  host: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
  name: string
  now: Date
}

/** False when it is stored already. */
export async function insertPasskey(db: Db, { personId, now, ...passkey }: NewPasskey) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkey')
    .values({
      id: newId(),
      freelancer_id: personId,
      credential_id: passkey.credentialId,
      host: passkey.host,
      public_key: Buffer.from(passkey.publicKey),
      counter: String(passkey.counter),
      transports: passkey.transports,
      name: passkey.name,
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Whose passkey it is, to lock them before the passkey. */
export async function findPasskeyOwner(db: Db, credentialId: string, host: string) {
  const row = await db
    .selectFrom('passkey')
    .select('freelancer_id')
    .where('credential_id', '=', credentialId)
    .where('host', '=', host)
    .executeTakeFirst()
  return row?.freelancer_id
}

/** Locks it until the transaction ends: of two answers with one counter, the second is compared with the first. */
export function lockPasskey(trx: Db, { personId, credentialId, host }: PasskeyQuery) {
  return trx
    .selectFrom('passkey')
    .select(['id', 'public_key as publicKey', 'counter'])
    .where('freelancer_id', '=', personId)
    .where('credential_id', '=', credentialId)
    .where('host', '=', host)
    .forUpdate()
    .executeTakeFirst()
}

interface PasskeyQuery {
  personId: string
  credentialId: string
  host: string
}

export async function savePasskeyUse(db: Db, id: string, counter: number, now: Date) {
  await db
    .updateTable('passkey')
    .set({ counter: String(counter), last_used_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
}

export async function deletePasskey(db: Db, personId: string, id: string) {
  await db.deleteFrom('passkey').where('freelancer_id', '=', personId).where('id', '=', id).execute()
}
