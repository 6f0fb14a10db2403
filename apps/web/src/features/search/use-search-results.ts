import type { search } from '@portico/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { searchResults } from './search.queries.ts'

/**
 * The results of one kind, or of all kinds. Once all results are loaded, they are counted and filtered by kind here;
 * before that the server filters. While somebody types, the results of the previous text stay.
 */
export function useSearchResults(text: string, kind: search.SearchKind | undefined) {
  const all = useInfiniteQuery({ ...searchResults(text), placeholderData: keepPreviousData })
  const isAnswered = all.data !== undefined && !all.isPlaceholderData
  const isComplete = isAnswered && !all.hasNextPage
  const narrowed = useInfiniteQuery({
    ...searchResults(text, kind),
    enabled: kind !== undefined && isAnswered && !isComplete,
  })
  const query = kind !== undefined && isAnswered && !isComplete ? narrowed : all
  const found = query.data?.pages.flatMap(({ items }) => items.results)
  const results = kind ? found?.filter((result) => result.kind === kind) : found
  const isOutdated = query.isPlaceholderData
  return {
    query,
    results: isOutdated && results?.length === 0 ? undefined : results,
    isOutdated,
    counts: isComplete ? countKinds(all.data.pages.flatMap(({ items }) => items.results)) : undefined,
  }
}

function countKinds(results: search.SearchResult[]) {
  const counts: Partial<Record<search.SearchKind, number>> = {}
  for (const { kind } of results) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
