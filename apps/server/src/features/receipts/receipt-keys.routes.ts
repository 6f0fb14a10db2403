import type { receipts } from '@portico/contract'
import { KEYS_PATH } from '@portico/contract/receipt-hash'
import type { FastifyInstance } from 'fastify'
import { shareConnections } from '../../platform/http/share-connections.ts'
import { findSigningKey, readPublicKeys, toJwk } from './receipt-keys.ts'

/** Public, because anybody may check a receipt. It says nothing about receipts. */
export async function receiptKeyRoutes(app: FastifyInstance) {
  const { db } = app.ctx
  await app.register(shareConnections)

  app.get(KEYS_PATH, async (_request, reply): Promise<receipts.KeySet> => {
    await findSigningKey(db)
    const keys = await readPublicKeys(db)
    reply.header('cache-control', 'no-cache')
    return { keys: keys.map(({ id, publicKey }) => ({ ...toJwk(publicKey), use: 'sig', kid: id })) }
  })
}
