import { createTestContext } from './context.ts'
import { startS3 } from './s3.ts'

export type StorageKind = 'local' | 's3'
export const storageKinds = ['local', 's3'] as const

/** A context with a storage of this kind. The clean-up may run. */
export async function installedContext(kind: StorageKind, env: Record<string, string> = {}) {
  const s3 = kind === 's3' ? await startS3() : undefined
  const context = await createTestContext({ ...(s3 && { STORAGE_URL: s3.url }), ...env })
  await context.ctx.db
    .updateTable('installation')
    .set({ clean_up_not_before: '2026-01-01T00:00:00.000Z' })
    .execute()
  return {
    ...context,
    s3,
    async close() {
      await context.close()
      await s3?.close()
    },
  }
}
