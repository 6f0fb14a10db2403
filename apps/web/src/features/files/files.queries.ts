import { files } from '@portico/contract'
import { type InfiniteData, infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { arrived, call, callPage, type Page } from '../../app/api.ts'
import { beginningWith, paged } from '../../app/pages.ts'
import { untilTrue } from '../../app/query-client.ts'

/** A file of the list, and when its links were fresh. */
export type Listed = files.File & { readAt: number }

/** Links work for 15 minutes: those on screen are renewed before that. */
const RENEWED_EVERY = 10 * 60_000
const FRESH_FOR = 14 * 60_000

/** Whether its links still work. A server may be set to sign for less, and says in a link how long. */
export function isFresh({ readAt, fileUrl }: Listed, now = Date.now()) {
  const until = /[?&]until=(\d+)/.exec(fileUrl)?.[1]
  return now - readAt < FRESH_FOR && (until === undefined || now < Number(until) * 1_000)
}

/** The files of a project; both sides see the same. */
export const filesOf = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ['files', projectId],
    queryFn: async ({ pageParam, signal }) => {
      const readAt = Date.now()
      const input = { params: { id: projectId }, querystring: { cursor: pageParam } }
      return listed(await callPage(files.list, input, { signal }), readAt)
    },
    initialData: () => {
      const page = arrived(files.list, { params: { id: projectId } })
      return beginningWith(page && listed(page, Date.now()))
    },
    refetchInterval: (query) => untilTrue(query) || RENEWED_EVERY,
    ...paged,
  })

const listed = ({ answer, cursor }: Page<files.File[]>, readAt: number) => ({
  answer: answer.map((file): Listed => ({ ...file, readAt })),
  cursor,
})

/** One file with links of this moment. */
export async function renewed(id: string): Promise<Listed> {
  const readAt = Date.now()
  return { ...(await call(files.get, { params: { id } })), readAt }
}

export const uploadLimits = queryOptions({
  queryKey: ['upload-limits'],
  queryFn: ({ signal }) => call(files.limits, undefined, { signal }),
  initialData: () => arrived(files.limits)?.answer,
  staleTime: Number.POSITIVE_INFINITY,
})

export const removeFile = (projectId: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(files.remove, { params: { id } }),
    onSuccess: (_nothing, id, _before, { client }) => {
      client.setQueryData(filesOf(projectId).queryKey, (list) => list && without(list, id))
    },
    meta: { calls: 'files.remove', success: 'File deleted', failure: 'Failed to delete file' },
  })

export const zipLink = (projectId: string) =>
  mutationOptions({
    mutationFn: () => call(files.zipLink, { params: { id: projectId } }),
    onSuccess: ({ zipUrl }) => download(zipUrl),
    meta: { failure: 'Download failed' },
  })

/** A link that is followed at once. Should it fail, the page stays; one to another origin (FILES_URL) then takes its place. */
function download(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

function without(list: InfiniteData<Page<Listed[]>>, id: string) {
  const pages = list.pages.map((page) => ({ ...page, answer: page.answer.filter((file) => file.id !== id) }))
  return { ...list, pages }
}
