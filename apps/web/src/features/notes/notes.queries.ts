import { notes } from '@portico/contract'
import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { call, callBytes, callPage, type Page } from '../../app/api.ts'
import { paged, scrolledLimit } from '../../app/pages.ts'
import { sendOnce } from '../../app/send-once.ts'
import { type ListedNote, type Place, toListed } from './listed-note.ts'

/** By then the browser has read the URL. */
const REVOKE_AFTER_MS = 60_000

/** Older notes have no pins; they are in the list only. */
const MAX_PINS = 200

export const notesOf = (fileId: string, filter: notes.NoteFilter) =>
  infiniteQueryOptions({
    queryKey: ['notes', 'list', fileId, filter],
    queryFn: async ({ pageParam, signal }) => {
      const querystring = { ...filter, limit: scrolledLimit(pageParam), cursor: pageParam }
      const { items, cursor } = await callPage(
        notes.list,
        { params: { id: fileId }, querystring },
        { signal },
      )
      return { items: items.map((note) => toListed(note)), cursor }
    },
    ...paged,
  })

export const pinnedNotes = (fileId: string, filter: notes.NoteFilter) =>
  queryOptions({
    queryKey: ['notes', 'pinned', fileId, filter],
    queryFn: ({ signal }) =>
      call(notes.list, { params: { id: fileId }, querystring: { ...filter, limit: MAX_PINS } }, { signal }),
  })

export const noteCounts = (fileId: string) =>
  queryOptions({
    queryKey: ['notes', 'counts', fileId],
    queryFn: ({ signal }) => call(notes.counts, { params: { id: fileId } }, { signal }),
  })

/** The notes that are deleted with a version. A version hardly has so many. */
export const notesOnVersion = (fileId: string, version: number) =>
  queryOptions({
    queryKey: ['notes', 'on', fileId, version],
    queryFn: ({ signal }) =>
      call(notes.list, { params: { id: fileId }, querystring: { version, limit: MAX_PINS } }, { signal }),
  })

export const oneNote = (id: string) =>
  queryOptions({
    queryKey: ['notes', 'one', id],
    queryFn: async ({ signal }) => toListed(await call(notes.get, { params: { id } }, { signal })),
  })

export const leaveNoteKey = (fileId: string) => ['notes', fileId, 'leave']

export const leaveNote = (fileId: string, place: Place, onStored: () => void) =>
  mutationOptions({
    mutationKey: leaveNoteKey(fileId),
    mutationFn: (text: string) =>
      sendOnce(['note', fileId, place, text], (clientRequestId) =>
        call(notes.create, { params: { id: fileId }, body: { ...place, text, clientRequestId } }),
      ),
    onSuccess: (created, _text, _before, { client }) => {
      onStored()
      changeLists(client, fileId, (list) => withFirst(list, toListed(created)))
    },
    meta: { calls: 'notes.create', background: true, success: 'Note added', failure: 'Failed to add note' },
  })

export const editNote = (id: string, was: string) =>
  mutationOptions({
    mutationKey: ['notes', id, 'edit'],
    mutationFn: (text: string) =>
      call(notes.change, { params: { id }, body: { text, ...(was && { was: { text: was } }) } }),
    onSuccess: (edited, _text, _before, { client }) => storeNote(client, edited),
    meta: { calls: 'notes.change', background: true, failure: 'Failed to save note' },
  })

export const settleNote = (id: string) =>
  mutationOptions({
    mutationFn: (state: 'open' | 'done') => call(notes.change, { params: { id }, body: { state } }),
    onSuccess: (settled, _state, _before, { client }) => storeNote(client, settled),
    meta: { calls: 'notes.change', background: true, failure: 'Failed to change note' },
  })

export const declineNote = (id: string) =>
  mutationOptions({
    mutationKey: ['notes', id, 'decline'],
    mutationFn: (reason: string) =>
      call(notes.change, { params: { id }, body: { state: 'declined', reason } }),
    onSuccess: (declined, _reason, _before, { client }) => storeNote(client, declined),
    meta: { calls: 'notes.change', background: true, failure: 'Failed to decline note' },
  })

export const replyToNote = (note: ListedNote) =>
  mutationOptions({
    mutationKey: ['notes', note.id, 'reply'],
    mutationFn: (text: string) =>
      sendOnce(['note reply', note.id, text], (clientRequestId) =>
        call(notes.reply, { params: { id: note.id }, body: { text, clientRequestId } }),
      ),
    onSuccess: (reply, _text, _before, { client }) =>
      storeNote(client, { ...note, editableSeconds: 0, replies: [...note.replies, reply] }),
    meta: { calls: 'notes.reply', background: true, success: 'Reply sent', failure: 'Failed to send reply' },
  })

/** Downloads the filtered notes. */
export const exportNotes = (fileId: string, filter: notes.NoteFilter) =>
  mutationOptions({
    mutationFn: async ({ endpoint, name }: { endpoint: ExportEndpoint; name: string }) => {
      const bytes = await callBytes(endpoint, { params: { id: fileId }, querystring: filter }, {})
      const url = URL.createObjectURL(new Blob([bytes]))
      Object.assign(document.createElement('a'), { href: url, download: name }).click()
      setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
    },
    meta: { failure: 'Failed to export notes' },
  })

type ExportEndpoint = typeof notes.exportCsv | typeof notes.exportText

export const removeNote = (id: string) =>
  mutationOptions({
    mutationFn: () => call(notes.remove, { params: { id } }),
    meta: {
      calls: 'notes.remove',
      deletes: [oneNote(id).queryKey],
      success: 'Note deleted',
      failure: 'Failed to delete note',
    },
  })

type List = InfiniteData<Page<ListedNote[]>>

function changeLists(client: QueryClient, fileId: string, change: (list: List) => List) {
  client.setQueriesData<List>({ queryKey: ['notes', 'list', fileId] }, (list) => list && change(list))
}

/** Replaces the note in every cached list. The refetch removes it from lists that it no longer belongs to. */
function storeNote(client: QueryClient, changed: notes.Note) {
  const note = toListed(changed)
  client.setQueryData(oneNote(note.id).queryKey, note)
  client.setQueriesData<List>(
    { queryKey: ['notes', 'list'] },
    (list) => list && changePages(list, (all) => all.map((one) => (one.id === note.id ? note : one))),
  )
}

function changePages(list: List, change: (all: ListedNote[]) => ListedNote[]): List {
  return { ...list, pages: list.pages.map((page) => ({ ...page, items: change(page.items) })) }
}

function withFirst(list: List, created: ListedNote): List {
  const [first, ...more] = changePages(list, (all) => all.filter(({ id }) => id !== created.id)).pages
  return first ? { ...list, pages: [{ ...first, items: [created, ...first.items] }, ...more] } : list
}
