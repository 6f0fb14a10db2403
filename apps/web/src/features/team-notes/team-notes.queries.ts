import { teamNotes } from '@portico/contract'
import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { type ApiError, call, callPage, type Page } from '../../app/api.ts'
import { paged, scrolledLimit } from '../../app/pages.ts'
import { sendOnce } from '../../app/send-once.ts'
import { type Mentionable, toStored, toWritten } from './mention-text.ts'

/** What team notes are about. */
export interface Place {
  kind: 'client' | 'project' | 'file'
  id: string
}

export const toQuery = ({ kind, id }: Place): teamNotes.Place => ({ [kind]: id })

export const summaryOf = (place: Place) =>
  queryOptions({
    queryKey: ['team-notes', 'summary', place.id],
    queryFn: ({ signal }) => call(teamNotes.summary, { querystring: toQuery(place) }, { signal }),
  })

export const teamNotesOf = (place: Place) =>
  infiniteQueryOptions({
    queryKey: ['team-notes', 'list', place.id],
    queryFn: ({ pageParam, signal }) => {
      const querystring = { ...toQuery(place), limit: scrolledLimit(pageParam), cursor: pageParam }
      return callPage(teamNotes.list, { querystring }, { signal })
    },
    ...paged,
  })

/** The text is sent as it is written; names of people in it become mentions. */
export const writeTeamNote = (place: Place, people: readonly Mentionable[]) =>
  mutationOptions({
    mutationKey: ['team-notes', place.id, 'write'],
    mutationFn: (written: string) => {
      const text = toStored(written, people)
      return sendOnce(['team note', place.id, text], (clientRequestId) =>
        call(teamNotes.create, { querystring: toQuery(place), body: { text, clientRequestId } }),
      )
    },
    onSuccess: (created, _written, _before, { client }) =>
      changeList(client, place, (notes, page) => {
        const others = notes.filter(({ id }) => id !== created.id)
        return page === 0 ? [created, ...others] : others
      }),
    meta: {
      calls: 'teamNotes.create',
      background: true,
      success: 'Team note added',
      failure: 'Failed to add team note',
    },
  })

/** `was` is the text as it was written when the form was opened. */
export const editTeamNote = (
  place: Place,
  note: teamNotes.TeamNote,
  people: readonly Mentionable[],
  was: string,
) =>
  mutationOptions({
    mutationKey: ['team-notes', note.id, 'edit'],
    mutationFn: (written: string) => {
      const before = was === toWritten(note.text, people) ? note.text : toStored(was, people)
      const body = { text: toStored(written, people), ...(was && { was: { text: before } }) }
      return call(teamNotes.change, { params: { id: note.id }, body }).catch((error: ApiError) => {
        // Shown beside what is written.
        const { text } = error.current ?? {}
        if (text) error.current.text = toWritten(text, people)
        throw error
      })
    },
    onSuccess: (edited, _written, _before, { client }) =>
      changeList(client, place, (notes) => notes.map((one) => (one.id === edited.id ? edited : one))),
    meta: { calls: 'teamNotes.change', background: true, failure: 'Failed to save note' },
  })

export const removeTeamNote = (place: Place, id: string) =>
  mutationOptions({
    mutationFn: () => call(teamNotes.remove, { params: { id } }),
    onSuccess: (_nothing, _variables, _before, { client }) =>
      changeList(client, place, (notes) => notes.filter((one) => one.id !== id)),
    meta: { calls: 'teamNotes.remove', success: 'Note deleted', failure: 'Failed to delete note' },
  })

type List = InfiniteData<Page<teamNotes.TeamNote[]>>
type Notes = teamNotes.TeamNote[]

function changeList(client: QueryClient, place: Place, change: (notes: Notes, page: number) => Notes) {
  client.setQueryData<List>(
    teamNotesOf(place).queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page, at) => ({ ...page, items: change(page.items, at) })),
      },
  )
}
