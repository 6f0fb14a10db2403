import * as Type from 'typebox'
import { Id, Instant, nullable, paging, StrictObject, Title } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Replies count as feedback or notes, answers as requests. */
export type SearchKind = Type.Static<typeof SearchKind>
export const SearchKind = Type.Enum(['client', 'project', 'file', 'feedback', 'note', 'request', 'message'])

/** A piece of text, and whether it is one of the searched words. */
export type ExcerptPart = Type.Static<typeof ExcerptPart>
const ExcerptPart = Type.Tuple([Type.String(), Type.Boolean()])

export type SearchResult = Type.Static<typeof SearchResult>
export const SearchResult = Type.Object({
  kind: SearchKind,
  /** The id of the thing, reply or answer. Together with the kind it is unique. */
  id: Id,
  title: Type.String(),
  /** The part of the text with the words, or else the whole title. One line. */
  excerpt: Type.Array(ExcerptPart),
  /** Null for clients and messages. */
  projectId: nullable(Id),
  projectTitle: nullable(Type.String()),
  clientId: Id,
  clientName: Type.String(),
  /** The page that shows it, in the area of the person who searches. */
  url: Type.String(),
  createdAt: Instant,
})

/** The last result of a page: how well it matched, and its id. */
const SearchCursor = Type.String({ pattern: '^[1-4]\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })

export type SearchQuery = Type.Static<typeof SearchQuery>
const SearchQuery = StrictObject({
  /** Words or beginnings of words in any order, of many the eight longest. Ignores case and accents. */
  q: Title,
  kind: Type.Optional(SearchKind),
  limit: paging.limit,
  cursor: Type.Optional(SearchCursor),
})

export const search = endpoint({
  method: 'GET',
  url: '/search',
  config: { access: 'either', whenBlank: 'Please write what you are looking for.' },
  schema: {
    summary:
      'Everything that contains the words: clients and projects by their title first, then projects of clients with that name and other titles, texts, and titles with a typing error, each newest first',
    querystring: SearchQuery,
    response: { 200: Type.Object({ results: Type.Array(SearchResult) }) },
  },
})
