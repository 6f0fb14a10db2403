import { search, searchText } from '@portico/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from '../../../test/fixtures.ts'
import type { Db } from '../../platform/sql/database.ts'

/**
 * Tables and text columns that are not searched, because they contain no text by people, or text that is found
 * elsewhere.
 */
const TABLES_OF_MACHINES = [
  'applied_schema',
  'audit_entry',
  'bin_item',
  'billing_account',
  'created_once',
  'deadline_reminder',
  'email_allowance',
  'email_change',
  'email_undo',
  'expand_migration',
  'factor_challenge',
  'form_upload',
  'installation',
  'known_device',
  'member',
  'member_invitation',
  'partial_upload',
  'passkey',
  'process',
  'push_key',
  'push_subscription',
  'receipt_key',
  'review_code',
  'search_item',
  'session',
  'stripe_event',
  'unread',
]
const NOT_SEARCHED = {
  'The account itself is not searched': ['freelancer.*', 'workspace.*'],
  'Events and reviews are read on the page of what they are about': ['event.*', 'review.*'],
  'A reason is read with what it explains': ['note.reason', 'request.reason'],
  'An address that the client has no more': ['client.email_before'],
  'Written by a program': [
    'client.email_key',
    'client.message_mail',
    'client.time_zone',
    'client.unsent_invitation',
    'client.work_mail',
    'conversation_reader.side',
    'file.client_upload_id',
    'file.content_type',
    'login_link.origin',
    'message.client_message_id',
    'note.state',
    'project.passed_to',
    'request.client_request_id',
    'project.status',
    'project.status_before_completion',
    'project.time_zone',
    'project.turn',
    'project.turn_reason',
    'request.kind',
    'request.state',
    'request_answer.unable',
  ],
  'The name of a guest, shown with what they gave': ['request_answer.author_name', 'file.guest_name'],
  'A label of a link, for the person who made it': ['guest_link.*'],
  'For members alone, and read beside what it is about': ['team_note.text'],
  'How the workspace looks, and where replies to its emails go': [
    'brand.colour',
    'brand.logo_plate',
    'brand.reply_to',
  ],
  'A heading above files, which are found themselves': ['file_section.name'],
  'The folded text of the message': ['message.search_text'],
}

test('makes every text that people write searchable, or lists the exception', async ({ ctx }) => {
  const { rows } = await sql<{ table: string; column: string; isSearched: boolean }>`
    select c.table_name as table, c.column_name as column, v.column_name is not null as "isSearched"
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    left join information_schema.view_column_usage v
      on v.view_name like 'searchable\\_%' and v.table_name = c.table_name and v.column_name = c.column_name
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text' and c.is_generated = 'NEVER'
    order by 1, 2`.execute(ctx.db)

  const left = rows.filter(({ table, isSearched }) => !isSearched && !TABLES_OF_MACHINES.includes(table))
  const excused = Object.values(NOT_SEARCHED).flat()
  const isExcused = ({ table, column }: (typeof left)[0]) =>
    excused.includes(`${table}.*`) || excused.includes(`${table}.${column}`)
  expect(left.filter((row) => !isExcused(row))).toEqual([])
  expect(rows.filter(({ isSearched }) => isSearched).length).toBeGreaterThan(10)
})

test('has every kind of the contract in the view', async ({ ctx }) => {
  const { rows } = await sql<{ text: string }>`select pg_get_viewdef('searchable') as text`.execute(ctx.db)

  const kinds = new Set([...(rows[0]?.text ?? '').matchAll(/FROM searchable_(\w+)/g)].map(([, kind]) => kind))

  expect([...kinds].sort()).toEqual([...search.SearchKind.enum].sort())
})

test('folds queries and messages in the same way as the database folds other texts', async ({ ctx }) => {
  const texts = [
    'The “Rye” loaf’s «Café» — Straße, ЁЛКА Йогурт Ελλάδα ΟΔΟΣ οδός ß ẞ Æ æ œ Ø Łódź Đ ı İ',
    '中文字、東京タワー・ガ 안녕하세요 พรุ่งนี้ שָׁלוֹם مُرْحَبًا؟ हिन्दी। 😀rye👍🏽 ✓done ＡＢＣ ﬁn x² ½ ™ №5',
    'proof-03_final.PDF v1.2 maya@x.com 12/11 £4.80 €5 C++ a\tb\nc \u007f\u00a0\u200d\u202e',
  ]
  const fold = async (all: string[]) => {
    const { rows } = await sql<{ text: string }>`
      select search_text(text) as text from unnest(${all}::text[]) with ordinality as t (text, n) order by n`.execute(
      ctx.db,
    )
    return rows.map(({ text }) => text)
  }
  const words = (text: string) => text.split(' ').filter(Boolean)

  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => !text.includes('\0')),
        {
          maxLength: 40,
        },
      ),
      async (random) => {
        const all = [...texts, ...(await removeUnassigned(ctx.db, random))]
        expect((await fold(all)).map(words)).toEqual(all.map((text) => words(searchText(text))))
      },
    ),
    { numRuns: 30 },
  )
})

/** Node.js may have a newer Unicode version, with letters that the database cannot fold yet. */
async function removeUnassigned(db: Db, texts: string[]) {
  const { rows } = await sql<{ text: string }>`
    select coalesce(string_agg(character, '' order by at) filter (where unicode_assigned(character)), '') as text
    from unnest(${texts}::text[]) with ordinality as t (text, n)
      left join lateral string_to_table(text, null) with ordinality as c (character, at) on true
    group by n order by n`.execute(db)
  return rows.map(({ text }) => text)
}
