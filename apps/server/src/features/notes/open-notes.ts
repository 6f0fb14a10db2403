import { type RawBuilder, sql } from 'kysely'

/**
 * How many notes of the client are open on all versions of a file: part of the statement that asks for a review. Lock the
 * project first, as writing a note does.
 */
export const openNotesOfClient = (historyId: RawBuilder<unknown>) => sql<number>`(
  select count(*)::int from note n join file v on v.id = n.file_id
  where n.history_id = ${historyId} and n.state = 'open' and n.author_type = 'Client' and v.state = 'stored'
)`
