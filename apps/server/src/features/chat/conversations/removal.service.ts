import type { AppContext } from '../../../platform/context.ts'
import { deleteConversation, deleteMessages, findRemovedConversations } from './removal.repository.ts'

const CONVERSATIONS_PER_BATCH = 100
const MESSAGES_PER_BATCH = 10_000

/** Deletes the conversations of deleted clients. Safe to interrupt, and to run twice at once. */
export async function deleteRemovedConversations({ db }: Pick<AppContext, 'db'>) {
  const findBatch = () => findRemovedConversations(db, CONVERSATIONS_PER_BATCH)
  for (let ids = await findBatch(); ids.length > 0; ids = await findBatch()) {
    for (const clientId of ids) {
      while ((await deleteMessages(db, clientId, MESSAGES_PER_BATCH)) > 0);
      await deleteConversation(db, clientId)
    }
  }
}
