import { claimStorage, registerStart } from '../src/features/files/installation.service.ts'
import { testContext } from './context.ts'
import { startS3 } from './s3.ts'

export type StorageKind = 'local' | 's3'
export const storageKinds = ['local', 's3'] as const

/** A context whose storage is of this kind and belongs to its database, and whose clean-up may run. */
export async function installedContext(kind: StorageKind, env: Record<string, string> = {}) {
  const s3 = kind === 's3' ? await startS3() : undefined
  const world = await testContext({ ...(s3 && { STORAGE_URL: s3.url }), ...env })
  await registerStart(world.ctx, 'test')
  await claimStorage(world.ctx)
  await world.ctx.db
    .updateTable('installation')
    .set({ clean_up_not_before: '2026-01-01T00:00:00.000Z' })
    .execute()
  return {
    ...world,
    s3,
    async close() {
      await world.close()
      await s3?.close()
    },
  }
}
