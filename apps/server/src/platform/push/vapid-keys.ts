import { createECDH } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../sql/database.ts'

/** The key of this installation. The first process that needs it makes it; of two at once, one stores its key. */
export async function findPrivateKey(db: Db) {
  const key = await readPrivateKey(db)
  if (key) return key
  await sql`insert into push_key (private_key) values (${createPrivateKey()}) on conflict do nothing`.execute(
    db,
  )
  return (await readPrivateKey(db)) as string
}

async function readPrivateKey(db: Db) {
  return (await db.selectFrom('push_key').select('private_key').executeTakeFirst())?.private_key
}

export function publicKeyOf(privateKey: string) {
  const keys = createECDH('prime256v1')
  keys.setPrivateKey(privateKey, 'base64url')
  return keys.getPublicKey('base64url')
}

function createPrivateKey() {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  // Node leaves out leading zeros.
  const bytes = Buffer.alloc(32)
  const key = keys.getPrivateKey()
  key.copy(bytes, bytes.length - key.length)
  return bytes.toString('base64url')
}
