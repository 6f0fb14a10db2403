import { setImmediate as nextTurn } from 'node:timers/promises'
import { type search, searchWords, wordInText, wordInTitle } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { briefTimeoutOf } from '../../platform/sql/database.ts'
import { FIRST_PAGE } from '../../platform/sql/paging.ts'
import { describeResult } from './describe-result.ts'
import { type Found, findMatches, type Tier } from './search.repository.ts'
import type { SearchParams } from './search-params.ts'
import { intactParts, mayHaveTypingError, typingErrorPatterns } from './typing-errors.ts'

const WITH_TITLE: search.SearchKind[] = ['client', 'project', 'file', 'request']
const WITH_TEXT: search.SearchKind[] = ['project', 'feedback', 'note', 'request']

/** Of a project in the bin, thousands of matches may not be visible. Each batch searches everything again. */
const MAX_BATCH_SIZE = 1_000

export const SearchTooSlow = problem(
  'SEARCH_TOO_SLOW',
  503,
  'This search takes too long. Please use fewer or longer words.',
  { when: 'A search has one second. Try again after `Retry-After` seconds, or with other words.' },
)

export async function findEverything(
  { db }: Pick<AppContext, 'db'>,
  actor: Actor,
  query: search.SearchQuery,
): Promise<{ results: search.SearchResult[]; next: string | null }> {
  const { q, limit = 100 } = query
  const words = searchWords(q)
  if (words.length === 0) return { results: [], next: null }

  const page: Found[] = []
  const deadline = performance.now() + briefTimeoutOf(db)
  let { cursor } = query
  // One more than the page shows whether there is a next one.
  let batchSize = limit + 1
  do {
    const params = searchParams(actor, words, { ...query, cursor, limit: batchSize })
    const matches = await findMatches(db, actor, params).catch(refuseSlowSearch)
    const last = matches.length === batchSize ? matches.at(-1) : undefined
    page.push(...matches.filter(({ isVisible }) => isVisible))
    cursor = last && cursorOf(last)
    batchSize = Math.min(4 * batchSize, MAX_BATCH_SIZE)
  } while (cursor !== undefined && page.length <= limit && performance.now() < deadline)

  const results = page.slice(0, limit)
  const last = page.length > limit ? results.at(-1) : undefined
  return {
    results: await describeResults(results, actor, words),
    // A page may end early, when its time is over.
    next: last ? cursorOf(last) : (cursor ?? null),
  }
}

function refuseSlowSearch(error: Error & { code?: string }): never {
  throw error.code === QUERY_CANCELED ? new SearchTooSlow() : error
}

const QUERY_CANCELED = '57014'

/** An excerpt of a long text takes a millisecond, and 200 of them would stop everybody else's requests for that long. */
async function describeResults(rows: Found[], actor: Actor, words: string[]) {
  const results: search.SearchResult[] = []
  for (const row of rows) {
    results.push(describeResult(row, actor, words))
    if (results.length % 20 === 0) await nextTurn()
  }
  return results
}

function cursorOf({ tier, id }: Found) {
  return `${tier}.${id}`
}

function searchParams(
  actor: Actor,
  words: string[],
  { kind, cursor = `1.${FIRST_PAGE}`, limit = 100 }: search.SearchQuery,
): SearchParams {
  const isWanted = (one: search.SearchKind) =>
    (kind === undefined || one === kind) && (one !== 'client' || actor.side === 'freelancer')
  const [titlePart = '', ...titleParts] = words.map(wordInTitle)
  const [textPart = '', ...textParts] = words.map(wordInText)
  const similarWords = words.filter(mayHaveTypingError)
  const exactWords = words.filter((word) => !similarWords.includes(word))
  const textCursor = idBelow(3, cursor)
  return {
    workspaceId: actor.workspaceId,
    personId: actor.personId,
    sees: actor.side === 'freelancer' ? actor.sees : null,
    clientId: actor.side === 'client' ? actor.clientId : null,
    titleKinds: WITH_TITLE.filter(isWanted),
    textKinds: WITH_TEXT.filter(isWanted),
    messages: isWanted('message'),
    titlePart,
    titlePatterns: titleParts.map(containing),
    textPart,
    textPatterns: textParts.map(containing),
    ...intactParts(similarWords[0]),
    similarPatterns: similarWords.map((word) => typingErrorPatterns(word).join('|')),
    exactPatterns: exactWords.map(wordInTitle).map(containing),
    nameCursor: idBelow(1, cursor),
    titleCursor: idBelow(2, cursor),
    textCursor,
    similarCursor: idBelow(4, cursor),
    ...messagePosition(textCursor),
    limit,
  }
}

/** Words have no punctuation, so nothing in them needs escaping. */
const containing = (part: string) => `%${part}%`

const NO_PAGE = '00000000-0000-0000-0000-000000000000'

/** The remaining results of a tier have smaller ids than this: all of them, those after the cursor, or none. */
function idBelow(tier: Tier, cursor: string) {
  const at = Number(cursor[0])
  if (at === tier) return cursor.slice(2)
  return at < tier ? FIRST_PAGE : NO_PAGE
}

/** Splits an id into the columns from which the SQL function `message_id` makes it. */
function messagePosition(id: string) {
  const time = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  return {
    // The latest time of both JavaScript and PostgreSQL.
    messageBefore: new Date(Math.min(time, Date.UTC(9_999, 11, 31))).toISOString(),
    messagePairBefore: id.slice(14, 28),
    messageNumberBefore: Number.parseInt(id.slice(28), 16),
  }
}
