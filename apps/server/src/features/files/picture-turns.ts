import { createTurns } from '../../platform/process/turns.ts'

/** A connection without a response is destroyed after 30 seconds. */
export const MAX_PICTURE_WAIT_MS = 20_000

/** One at a time, to limit the memory. Accounts alternate, so that nobody waits for all pictures of another account. */
const turns = createTurns({ total: 1, perKey: 1, maxWaitMs: MAX_PICTURE_WAIT_MS })

/** Makes smaller pictures of an image when it is this account's turn. */
export async function makePictures<T>(workspaceId: string, make: () => Promise<T>, maxWaitMs?: number) {
  await turns.take(workspaceId, maxWaitMs)
  try {
    return await make()
  } finally {
    turns.end(workspaceId)
  }
}
