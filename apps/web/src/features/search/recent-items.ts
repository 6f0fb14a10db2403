import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { ApiError } from '../../app/api.ts'
import type { Area } from '../../app/session.ts'
import { storedRecentItems } from '../../app/stored.ts'

const MAX_ITEMS = 8

export interface RecentItem {
  path: string
  title: string
  /** The name of its project or client. */
  note: string
}

const kinds = {
  projects: ['projects'],
  clients: ['clients'],
  files: ['files', 'one'],
} as const

type Kind = keyof typeof kinds

/** The used fields of the queries of these pages. */
interface Loaded {
  title?: string
  fileName?: string
  firstName?: string
  lastName?: string
  project?: { title: string }
  Client?: { firstName: string; lastName: string }
}

/** Stores the project, client or file whose page is open, and removes a deleted one. Fetches nothing itself. */
export function useRecordRecentItem(area: Area, ownerId: string | undefined) {
  const [path, kind = 'projects', id = ''] =
    /^(?:\/client-dashboard)?\/(projects|clients|files)\/([^/]+)/.exec(useLocation().pathname) ?? []
  const query = useLoadedQuery([...kinds[kind as Kind], id])
  const data = query?.data as Loaded | undefined
  const title = data?.title ?? data?.fileName ?? nameOf(data)
  const note = data?.project?.title ?? (area === 'client' ? '' : (nameOf(data?.Client) ?? 'Client'))
  const isGone = (query?.error as ApiError | null | undefined)?.status === 404

  useEffect(() => {
    if (!path || !ownerId || !(title || isGone)) return
    const others = recentItems(area, ownerId).filter((item) => item.path !== path)
    const items = isGone ? others : [{ path, title, note }, ...others].slice(0, MAX_ITEMS)
    storedRecentItems(area, ownerId).write(items)
  }, [area, ownerId, path, title, note, isGone])
}

/**
 * The state of a query that another component fetches. An observer here would replace the query function of that
 * component.
 */
function useLoadedQuery(queryKey: QueryKey) {
  const cache = useQueryClient().getQueryCache()
  const hash = hashKey(queryKey)
  const subscribe = useCallback(
    (onChange: () => void) =>
      cache.subscribe(({ type, query }) => type === 'updated' && query.queryHash === hash && onChange()),
    [cache, hash],
  )
  return useSyncExternalStore(subscribe, () => cache.get(hash)?.state)
}

export function recentItems(area: Area, ownerId: string) {
  const items = storedRecentItems<RecentItem>(area, ownerId).read()
  return Array.isArray(items) ? items : []
}

function nameOf(person: { firstName?: string; lastName?: string } | undefined) {
  return person?.firstName && `${person.firstName} ${person.lastName}`
}
