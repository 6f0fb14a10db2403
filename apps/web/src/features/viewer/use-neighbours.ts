import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { usePageKeys } from '../../ui/use-page-keys.ts'
import { filePath } from '../files/file-path.ts'
import { filesOf, filteredFiles, oneFile } from '../files/files.queries.ts'
import { readFileFilter } from '../project-files/use-file-filter.ts'
import { isScrolledSideways, useSwipe } from './use-swipe.ts'

interface Props {
  projectId: string
  /** The newest version of the file on screen. */
  newestId: string
}

/** In the state of the address of a file. */
export interface MovedBy {
  /** Where the focus goes after moving to another file. */
  movedBy?: 'previous' | 'next' | 'key'
  /** The query of the list that the file was opened from. */
  listQuery?: string | undefined
}

/**
 * The files before and after this one in the list that it was opened from, or among the newest of its project. The keys `,` and `.` and a swipe lead to them, and the arrows
 * where they do nothing else.
 */
export function useNeighbours(viewer: RefObject<HTMLElement | null>, { projectId, newestId }: Props) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const listQuery = (useLocation().state as MovedBy | null)?.listQuery
  const newest = useInfiniteQuery({ ...filesOf(projectId), enabled: !listQuery })
  const filter = readFileFilter(new URLSearchParams(listQuery))
  const filtered = useInfiniteQuery({ ...filteredFiles(projectId, filter), enabled: Boolean(listQuery) })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = listQuery ? filtered : newest
  const files = data?.pages.flatMap(({ items }) => items) ?? []
  const at = files.findIndex(({ id }) => id === newestId)
  const before = at > 0 ? files[at - 1] : undefined
  const after = at === -1 ? undefined : files[at + 1]

  const isBeyond = data !== undefined && (at === -1 || at === files.length - 1)
  useEffect(() => {
    if (isBeyond && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isBeyond, hasNextPage, isFetching, isError, fetchNextPage])
  useEffect(() => {
    for (const file of [before, after]) if (file) void client.prefetchQuery(oneFile(file.id))
  }, [client, before, after])

  /** False if there is no such file. */
  function go(by: 1 | -1, movedBy: MovedBy['movedBy'] = 'key') {
    const file = by === 1 ? after : before
    // Back leads to where the first of them was opened from.
    if (file)
      void navigate(filePath(file.id), { replace: true, state: { movedBy, listQuery } satisfies MovedBy })
    return file !== undefined
  }
  function goUnlessScrolled(by: 1 | -1) {
    const page = viewer.current?.querySelector('.stage__page')
    return page && isScrolledSideways(page) ? false : go(by)
  }
  useSwipe(viewer, go)
  usePageKeys({ ',': () => go(-1), '.': () => go(1) })
  // Pages and films take the arrows first.
  usePageKeys({ arrowleft: () => goUnlessScrolled(-1), arrowright: () => goUnlessScrolled(1) }, true)
  return { before, after, go }
}

export type Neighbours = ReturnType<typeof useNeighbours>
