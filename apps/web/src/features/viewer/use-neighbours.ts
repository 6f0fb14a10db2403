import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { usePageKeys } from '../../ui/use-page-keys.ts'
import { filePath } from '../files/file-path.ts'
import { filesOf, oneFile } from '../files/files.queries.ts'
import { isScrolledSideways, useSwipe } from './use-swipe.ts'

interface Props {
  projectId: string
  /** The newest version of the file on screen. */
  newestId: string
}

/** Where the focus goes after moving to another file, in the state of its address. */
export interface MovedBy {
  movedBy?: 'previous' | 'next' | 'key'
}

/**
 * The files before and after this one in the list of its project. The keys `,` and `.` and a swipe lead to them, and the arrows
 * where they do nothing else.
 */
export function useNeighbours(viewer: RefObject<HTMLElement | null>, { projectId, newestId }: Props) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(filesOf(projectId))
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
    if (file) void navigate(filePath(file.id), { replace: true, state: { movedBy } satisfies MovedBy })
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
