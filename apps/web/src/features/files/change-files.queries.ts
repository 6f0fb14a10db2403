// Apart from the reads, because only lazily loaded dialogs need it.

import { files, plural } from '@portico/contract'
import { type InfiniteData, mutationOptions } from '@tanstack/react-query'
import { ApiError, call, type Page } from '../../app/api.ts'
import { areaOnScreen } from '../../app/session.ts'
import { toast } from '../../ui/toast.ts'
import { offerUndo } from '../projects/restore-item.ts'
import { filesOf, type ListedFile } from './files.queries.ts'

export const renameFile = (projectId: string, id: string) =>
  mutationOptions({
    mutationFn: (body: { fileName: string; was: { fileName: string } }) =>
      call(files.rename, { params: { id }, body }),
    onSuccess: (renamed, _body, _before, { client }) => {
      const file = { ...renamed, readAt: Date.now() }
      client.setQueryData(filesOf(projectId).queryKey, (list) => list && withFile(list, file))
    },
    meta: { calls: 'files.rename', success: 'File renamed', failure: 'Failed to rename file' },
  })

/** Only the freelancer has a bin. */
export const removeFile = (
  projectId: string,
  { id, fileName, version, versions }: ListedFile,
  isWhole: boolean,
) =>
  mutationOptions({
    mutationFn: () => call(files.remove, { params: { id }, querystring: isWhole ? { versions: 'all' } : {} }),
    onSuccess: (_nothing, _variables, _before, { client }) => {
      const isOnly = versions === 1 || isWhole
      const title = isOnly ? 'File deleted' : `Version ${version} deleted`
      if (areaOnScreen() === 'freelancer') offerUndo(client, title, { kind: 'file', id, name: fileName })
      else toast.success(title)
      // After the refetch the list shows another version instead.
      if (isOnly) client.setQueryData(filesOf(projectId).queryKey, (list) => list && withoutFile(list, id))
    },
    meta: {
      calls: 'files.remove',
      // The queries of the dialog.
      deletes: [
        ['notes', 'counts', id],
        ['notes', 'on', id, version],
        ['reviews', 'file', id],
      ],
      failure: 'Failed to delete file',
    },
  })

/** Whole files, one after the other. Returns those that could not be deleted. */
export const removeFiles = (list: ListedFile[]) =>
  mutationOptions({
    mutationFn: async () => {
      const kept: ListedFile[] = []
      for (const file of list) {
        try {
          await call(files.remove, { params: { id: file.id }, querystring: { versions: 'all' } })
        } catch (error) {
          // Somebody else has deleted it.
          if (!(error instanceof ApiError && error.status === 404)) kept.push(file)
        }
      }
      return kept
    },
    onSuccess: (kept) => {
      if (kept.length === 0) return void toast.success(`${plural(list.length, 'file')} deleted`)
      const names = kept.map(({ fileName }) => fileName).join(', ')
      toast.error(`${plural(kept.length, 'file')} of ${list.length} not deleted`, names)
    },
    meta: { calls: 'files.remove', failure: 'Failed to delete files' },
  })

function withFile(list: InfiniteData<Page<ListedFile[]>>, file: ListedFile) {
  const pages = list.pages.map((page) => ({
    ...page,
    items: page.items.map((known) => (known.id === file.id ? file : known)),
  }))
  return { ...list, pages }
}

function withoutFile(list: InfiniteData<Page<ListedFile[]>>, id: string) {
  const pages = list.pages.map((page) => ({ ...page, items: page.items.filter((file) => file.id !== id) }))
  return { ...list, pages }
}
