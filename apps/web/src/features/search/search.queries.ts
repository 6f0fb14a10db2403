import { search } from '@portico/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { callPage } from '../../app/api.ts'
import { paged } from '../../app/pages.ts'
import { retryIntervalAfterFailure } from '../../app/query-client.ts'

/** More do not fit in the palette. */
const PALETTE_LIMIT = 8
const RETRY_AFTER_LIMIT_MS = 3_000

/** The best results, for the palette. */
export const bestResults = (text: string) =>
  queryOptions({
    queryKey: ['search', 'best', text],
    queryFn: async ({ signal }) => {
      const querystring = { q: text, limit: PALETTE_LIMIT }
      const { items, cursor } = await callPage(search.search, { querystring }, { signal })
      return { results: items.results, hasMore: cursor !== undefined }
    },
    enabled: text !== '',
    refetchInterval: (query) =>
      query.state.error?.status === 429 ? RETRY_AFTER_LIMIT_MS : retryIntervalAfterFailure(query),
  })

export const searchResults = (text: string, kind?: search.SearchKind) =>
  infiniteQueryOptions({
    queryKey: ['search', 'all', text, kind ?? 'any'],
    queryFn: ({ pageParam, signal }) =>
      callPage(search.search, { querystring: { q: text, kind, cursor: pageParam } }, { signal }),
    enabled: text !== '',
    ...paged,
  })
