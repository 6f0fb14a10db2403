import { sql } from 'kysely'
import type { Sees } from '../../platform/actors.ts'
import type { Placeholders } from '../../platform/sql/statement.ts'

/** The parameters of one search and its page. */
export interface SearchParams {
  /** Null for a freelancer. */
  clientId: string | null
  workspaceId: string
  personId: string
  /** Null for a client. */
  sees: Sees | null
  /** Kinds with a title, kinds with a text, and whether messages are searched. */
  titleKinds: string[]
  textKinds: string[]
  messages: boolean
  /** A title contains the first word, and matches these `like` patterns of the others. */
  titlePart: string
  titlePatterns: string[]
  /** The same for a text. */
  textPart: string
  textPatterns: string[]
  /**
   * A title with a typing error in the longest word contains one of these three. Null if no word may have a typing
   * error.
   */
  similarStart: string | null
  similarEnd: string | null
  similarWhole: string | null
  /** `like` patterns of each word that may have a typing error, separated by `|`, and patterns of the other words. */
  similarPatterns: string[]
  exactPatterns: string[]
  /** The results of each tier have smaller ids than these. */
  nameCursor: string
  titleCursor: string
  textCursor: string
  similarCursor: string
  /** The same as `textCursor`, in the columns of a message. */
  messageBefore: string
  messagePairBefore: string
  messageNumberBefore: number
  limit: number
}

const TYPES: Record<keyof SearchParams, string> = {
  clientId: 'uuid',
  workspaceId: 'uuid',
  personId: 'uuid',
  sees: 'text',
  titleKinds: 'text[]',
  textKinds: 'text[]',
  messages: 'boolean',
  titlePart: 'text',
  titlePatterns: 'text[]',
  textPart: 'text',
  textPatterns: 'text[]',
  similarStart: 'text',
  similarEnd: 'text',
  similarWhole: 'text',
  similarPatterns: 'text[]',
  exactPatterns: 'text[]',
  nameCursor: 'uuid',
  titleCursor: 'uuid',
  textCursor: 'uuid',
  similarCursor: 'uuid',
  messageBefore: 'timestamptz',
  messagePairBefore: 'text',
  messageNumberBefore: 'bigint',
  limit: 'int',
}

const KEYS = Object.keys(TYPES) as (keyof SearchParams)[]

/**
 * All parameters as one row, so that the planner does not see their values. Otherwise PostgreSQL would plan each call for its
 * values, which takes longer than the call.
 */
export function paramsRow(placeholders: Placeholders<SearchParams>) {
  const columns = KEYS.map((key) => sql`${placeholders[key]}::${sql.raw(TYPES[key])} as ${sql.id(key)}`)
  return sql`select ${sql.join(columns)}`
}
