import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ListedFile, oneFile, versionsOf } from '../files/files.queries.ts'

/**
 * The version of a file that the address names, or else the newest; `null` when it has no such version. The version stays
 * while somebody looks at it, also when a newer one arrives.
 */
export function useViewedVersion(id: string) {
  const [search] = useSearchParams()
  const { data: file, error, refetch } = useQuery(oneFile(id))
  const list = useInfiniteQuery({ ...versionsOf(id), enabled: file !== undefined && file.versions > 1 })
  const { hasNextPage, isFetching, fetchNextPage } = list
  const versions: ListedFile[] = list.data?.pages.flatMap(({ items }) => items) ?? (file ? [file] : [])
  const wanted = search.get('version')
  const newest = list.data || file?.versions === 1 ? versions[0] : undefined
  const [opened, setOpened] = useState<{ id: string; fileId: string }>()
  if (newest && opened?.id !== id) setOpened({ id, fileId: newest.id })

  function isViewed({ id, version }: ListedFile) {
    return wanted === null ? id === opened?.fileId : String(version) === wanted
  }
  const found = file && (isViewed(file) ? file : (versions.find(isViewed) ?? (wanted ? undefined : newest)))
  const isMissing = file && !found && !hasNextPage && !isFetching && wanted !== null

  useEffect(() => {
    if (file && !found && hasNextPage && !isFetching) fetchNextPage()
  }, [file, found, hasNextPage, isFetching, fetchNextPage])

  const viewed = file && found && { ...found, project: file.project }
  return { viewed: isMissing ? null : viewed, versions, error: error ?? list.error, refetch }
}
