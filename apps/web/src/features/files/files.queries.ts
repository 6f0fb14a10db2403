import { files } from '@portico/contract'
import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call, callPage, callPageNow, type Page } from '../../app/api.ts'
import { paged, scrolledLimit } from '../../app/pages.ts'
import { retryIntervalAfterFailure } from '../../app/query-client.ts'
import { serverNow } from '../../app/server-clock.ts'

/** A file and when its links were signed. */
export type ListedFile = files.File & { readAt: number }

/** Links work for 15 minutes. */
const REFETCH_LINKS_EVERY_MS = 10 * 60_000
const LINK_LIFETIME_MS = 14 * 60_000

/** Whether the links of a file still work. Some servers sign for less than 15 minutes: then `until` says so. */
export function isFresh({ readAt, fileUrl }: ListedFile) {
  const until = /[?&]until=(\d+)/.exec(fileUrl)?.[1]
  const isExpired = until !== undefined && serverNow() >= Number(until) * 1_000
  return !isExpired && Date.now() - readAt < LINK_LIFETIME_MS
}

export const filesOf = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ['files', projectId],
    queryFn: async ({ pageParam, signal }) => {
      const readAt = Date.now()
      const input = { params: { id: projectId }, querystring: { cursor: pageParam } }
      return withReadAt(await callPage(files.list, input, { signal }), readAt)
    },
    refetchInterval: (query) => retryIntervalAfterFailure(query) || REFETCH_LINKS_EVERY_MS,
    ...paged,
  })

/** How many files a project has. */
export const filesSummary = (projectId: string) =>
  queryOptions({
    queryKey: ['files', projectId, 'summary'],
    queryFn: ({ signal }) => call(files.summary, { params: { id: projectId } }, { signal }),
  })

export type Filter = Pick<files.FileFilter, 'search' | 'sort' | 'section' | 'fromClient'>

/** The files on their own page, which has filters. */
export const filteredFiles = (projectId: string, filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['files', projectId, 'filtered', filter],
    queryFn: async ({ pageParam, signal }) => {
      const readAt = Date.now()
      const querystring = { ...filter, limit: scrolledLimit(pageParam), cursor: pageParam }
      const input = { params: { id: projectId }, querystring }
      return withReadAt(await callPage(files.list, input, { signal }), readAt)
    },
    // The previous result stays on screen while the next one loads.
    placeholderData: keepPreviousData,
    refetchInterval: (query) => retryIntervalAfterFailure(query) || REFETCH_LINKS_EVERY_MS,
    ...paged,
  })

const withReadAt = ({ items, cursor }: Page<files.File[]>, readAt: number) => ({
  items: items.map((file): ListedFile => ({ ...file, readAt })),
  cursor,
})

/** A later page of the same list, while the browser waits. */
export function readFilesNow(projectId: string, cursor: string) {
  const page = callPageNow(files.list, { params: { id: projectId }, querystring: { cursor } })
  return page && withReadAt(page, Date.now())
}

/** All versions of a file, by the id of any of them. */
export const versionsOf = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['files', 'versions', id],
    queryFn: async ({ pageParam, signal }) => {
      const readAt = Date.now()
      const input = { params: { id }, querystring: { cursor: pageParam } }
      return withReadAt(await callPage(files.versions, input, { signal }), readAt)
    },
    refetchInterval: (query) => retryIntervalAfterFailure(query) || REFETCH_LINKS_EVERY_MS,
    ...paged,
  })

/** One file with fresh links. */
export async function fetchFile(id: string): Promise<ListedFile> {
  const readAt = Date.now()
  return { ...(await call(files.get, { params: { id } })), readAt }
}

/** A file on a page of its own. */
export const oneFile = (id: string) =>
  queryOptions({
    queryKey: ['files', 'one', id],
    queryFn: async ({ signal }) => {
      const readAt = Date.now()
      return { ...(await call(files.get, { params: { id } }, { signal })), readAt }
    },
  })

/** Those of some files that still exist. */
export const someFiles = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['files', 'some', ids],
    queryFn: async ({ signal }) => {
      const readAt = Date.now()
      const found = await call(files.some, { querystring: { ids: ids.join() } }, { signal })
      return found.map((file): ListedFile => ({ ...file, readAt }))
    },
    refetchInterval: (query) => retryIntervalAfterFailure(query) || REFETCH_LINKS_EVERY_MS,
  })

/** What the server found when it opened an image. Another link would load the image again. */
export const pictureOf = (id: string) =>
  queryOptions({
    queryKey: ['files', 'picture', id],
    queryFn: ({ signal }) => call(files.picture, { params: { id } }, { signal }),
    staleTime: 'static',
    gcTime: 0,
  })

export const downloadUrl = ({ fileUrl }: Pick<ListedFile, 'fileUrl'>) => `${fileUrl}&download=1`

export const uploadLimits = queryOptions({
  queryKey: ['upload-limits'],
  queryFn: ({ signal }) => call(files.limits, undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Of all files, or of these. */
export const zipLink = (projectId: string, versions: files.WhichVersions, fileIds?: string[]) =>
  mutationOptions({
    mutationFn: () =>
      call(files.zipLink, {
        params: { id: projectId },
        querystring: { versions, ...(fileIds && { only: fileIds.join() }) },
      }),
    onSuccess: ({ zipUrl }) => startDownload(zipUrl),
    meta: { failure: 'Download failed' },
  })

/** If the download fails, the page stays open, unless the link leads to another origin (FILES_URL). */
export function startDownload(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
