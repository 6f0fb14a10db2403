import { createRandomId } from './random-id.ts'

/** The ids of what got no answer, by its content. */
const unanswered = new Map<string, string>()

/**
 * Sends with an id of its own, which stays the same while the same content is sent again after a failure. The server creates it
 * once, also when only its answer was lost.
 */
export async function sendOnce<T>(content: unknown[], send: (clientRequestId: string) => Promise<T>) {
  const key = JSON.stringify(content)
  const id = unanswered.get(key) ?? createRandomId()
  unanswered.set(key, id)
  const answer = await send(id)
  unanswered.delete(key)
  return answer
}
