import type { StorageContext } from '../src/features/files/orphans.service.ts'
import { createStorage } from '../src/platform/storage/create-storage.ts'
import { withDatabase } from './with-database.ts'

/** Does not check that database and storage belong together. */
export function withStorage<T>(work: (ctx: StorageContext) => Promise<T>) {
  return withDatabase('silent', async (ctx) => {
    const storage = createStorage(ctx.config)
    return work({ ...ctx, storage }).finally(storage.close)
  })
}
