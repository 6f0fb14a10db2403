import { search } from '@portico/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from '../../../test/fixtures.ts'
import type { TestClient, TestFreelancer, TestUser } from '../../../test/given.ts'
import { archiveClient } from '../clients/archive.service.ts'
import { removeFile } from '../files/files.service.ts'
import { replyToNote } from '../notes/notes.service.ts'
import { removeProject } from '../projects/projects.service.ts'
import { searchText } from './search-text.ts'

/** Columns with text that is not searched, and why. */
const NOT_SEARCHED: Record<string, string[]> = {
  'the words of a fixed list, or made by machines': [
    'bin_item.deleted_by', 'client.message_mail', 'client.work_mail', 'client.time_zone', 'deadline_reminder.reader',
  ],
}

test('forgets no text that people write', async ({ ctx }) => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and is_generated = 'NEVER' order by 1`.execute(ctx.db)
  expect(rows.map(({ name }) => name)).toEqual([])
  expect(NOT_SEARCHED).toBeDefined()
})
