import { useLocation } from 'react-router'
import type { Area } from '../../app/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import { findActions, type PaletteAction } from './palette-action.tsx'
import type { PaletteGroup, PaletteOption } from './palette-option.ts'
import { ResultIcon } from './ResultIcon.tsx'
import { type RecentItem, recentItems } from './recent-items.ts'
import { searchPath } from './search-path.ts'
import { usePaletteResults } from './use-palette-results.tsx'

const MAX_RECENT_ITEMS = 5

interface Input {
  area: Area
  /** Undefined in a preview, which remembers nothing. */
  ownerId: string | undefined
  text: string
  actions: PaletteAction[]
}

/** The groups of the palette, and the option that leads to the page with everything. */
export function usePalette({ area, ownerId, text, actions }: Input) {
  const { pathname } = useLocation()
  const { options: results, hasMore, isAnswered, error } = usePaletteResults(area, text)
  const named = findActions(actions, text)
  const everything = text ? everythingOption(area, text) : undefined
  if (everything && isAnswered && !hasMore) everything.note = String(results.length)
  const recent = text || !ownerId ? [] : recentItems(area, ownerId).filter(({ path }) => path !== pathname)
  const groups: PaletteGroup[] = [
    { label: 'Recent', options: recent.slice(0, MAX_RECENT_ITEMS).map(recentOption) },
    { label: 'Results', options: results },
    { label: 'Actions', options: everything ? [...named, everything] : named },
  ]
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    everything,
    resultCount: results.length,
    isAnswered,
    error,
  }
}

function everythingOption(area: Area, text: string): PaletteOption {
  return {
    key: 'everything',
    icon: <Icon name="search" />,
    label: [[`Everything with “${text}”`, false]],
    to: searchPath(area, text),
  }
}

function recentOption({ path, title, note }: RecentItem): PaletteOption {
  const kind = path.includes('/files/') ? 'file' : path.startsWith('/clients/') ? 'client' : 'project'
  return {
    key: path,
    icon: <ResultIcon kind={kind} title={title} />,
    label: [[title, false]],
    note,
    to: path,
  }
}
