import { matchesTitle, parseTitleQuery } from '@portico/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Area } from '../../app/session.ts'
import { findLoadedItems } from './loaded-items.ts'
import type { PaletteOption } from './palette-option.ts'
import { loadedOption, resultOption } from './result-options.tsx'
import { bestResults } from './search.queries.ts'
import { useDebounced } from './use-debounced.ts'

const SEARCH_DELAY_MS = 150
const MAX_RESULTS = 8
/** Leaves room for results that only the server finds. */
const MAX_LOADED_ITEMS = 4

/**
 * Items from the cache are shown first and stay at the top, so that nothing moves just before somebody presses Enter.
 * The server's results follow below. Until they arrive, matching results of the previous text stay.
 */
export function usePaletteResults(area: Area, text: string) {
  const client = useQueryClient()
  const sentText = useDebounced(text, SEARCH_DELAY_MS)
  const query = useQuery({ ...bestResults(sentText), placeholderData: keepPreviousData })
  const isAnswered = text === sentText && query.data !== undefined && !query.isPlaceholderData
  const options: PaletteOption[] = []
  if (text) {
    const titleQuery = parseTitleQuery(text)
    const loaded = findLoadedItems(client, area, titleQuery).slice(0, MAX_LOADED_ITEMS)
    const isNew = (key: string) => options.every((option) => option.key !== key)
    for (const item of loaded) options.push(loadedOption(item, titleQuery))
    for (const result of query.data?.results ?? []) {
      const option = resultOption(result, area, titleQuery)
      const fullText = `${result.title} ${option.label.map(([part]) => part).join('')}`
      if (isNew(option.key) && (isAnswered || matchesTitle(fullText, titleQuery))) options.push(option)
    }
  }
  return {
    options: options.slice(0, MAX_RESULTS),
    isAnswered,
    hasMore: query.data?.hasMore === true || options.length > MAX_RESULTS,
    error: text === sentText ? query.error : null,
  }
}
