import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type ListedFile, oneFile, versionsOf } from '../files/files.queries.ts'

/** The file with this id, or the version of it that the address names; `null` when it has no such version. */
export function useViewedVersion(id: string) {
  const [search] = useSearchParams()
  const { data: file, error, refetch } = useQuery(oneFile(id))
  const list = useInfiniteQuery({ ...versionsOf(id), enabled: file !== undefined && file.versions > 1 })
  const { hasNextPage, isFetching, fetchNextPage } = list
  const versions: ListedFile[] = list.data?.pages.flatMap(({ items }) => items) ?? (file ? [file] : [])
  const wanted = search.get('version')
  const found =
    file && (wanted === null || wanted === String(file.version))
      ? file
      : versions.find(({ version }) => String(version) === wanted)
  const isMissing = file && !found && !hasNextPage && !isFetching

  useEffect(() => {
    if (file && !found && hasNextPage && !isFetching) fetchNextPage()
  }, [file, found, hasNextPage, isFetching, fetchNextPage])

  const viewed = file && found && { ...found, project: file.project }
  return { viewed: isMissing ? null : viewed, versions, error: error ?? list.error, refetch }
}
