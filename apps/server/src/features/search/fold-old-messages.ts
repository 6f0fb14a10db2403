import { sql } from 'kysely'
import type { Job } from '../../platform/jobs/jobs.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    foldOldMessages: Record<never, never>
  }
}

/** A statement of a server may take a few seconds only. */
const BATCH_SIZE = 1_000

/** Earlier versions left a ς in the folded text of messages. An index has those rows only. */
export const foldOldMessages: Job<'foldOldMessages'> = async ({ db }) => {
  for (let isMore = true; isMore; ) {
    const { numAffectedRows } = await sql`
      update message set search_text = replace(message.search_text, 'ς', 'σ')
      from (
        select client_id, number from message where strpos(search_text, 'ς') > 0
        limit ${BATCH_SIZE} for update skip locked
      ) old
      where message.client_id = old.client_id and message.number = old.number`.execute(db)
    isMore = numAffectedRows === BigInt(BATCH_SIZE)
  }
}
