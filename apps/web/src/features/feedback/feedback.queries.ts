import { feedback } from '@portico/contract'
import { type InfiniteData, infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { call, callPage, callPageNow, type Page } from '../../app/api.ts'
import { paged } from '../../app/pages.ts'
import { sendOnce } from '../../app/send-once.ts'
import { type ListedFeedback, type ListedReply, withDeadline, withDeadlines } from './deadlines.ts'

export const feedbackList = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ['feedback', projectId],
    queryFn: async ({ pageParam, signal }) => {
      const input = { params: { id: projectId }, querystring: { cursor: pageParam } }
      const { items, cursor } = await callPage(feedback.list, input, { signal })
      return { items: items.map((item) => withDeadlines(item)), cursor }
    },
    ...paged,
  })

/** A later page of the same list, while the browser waits. */
export function readFeedbackNow(projectId: string, cursor: string) {
  const page = callPageNow(feedback.list, { params: { id: projectId }, querystring: { cursor } })
  return page && { ...page, items: page.items.map((item) => withDeadlines(item)) }
}

/** `FeedbackList` finds messages that are being sent by this key. */
export const leaveFeedbackKey = (projectId: string) => ['feedback', projectId, 'leave']

export const leaveFeedback = (projectId: string) =>
  mutationOptions({
    mutationKey: leaveFeedbackKey(projectId),
    mutationFn: (message: string) =>
      sendOnce(['feedback', projectId, message], (clientRequestId) =>
        call(feedback.create, { body: { projectId, message, clientRequestId } }),
      ),
    onSuccess: (created, _message, _before, { client }) => {
      const added = withDeadlines(created)
      client.setQueryData(feedbackList(projectId).queryKey, (list) => list && withFirst(list, added))
    },
    meta: {
      calls: 'feedback.create',
      // Waiting for the refetch would show the message twice: as stored and as being sent.
      background: true,
      success: 'Feedback submitted',
      failure: 'Failed to submit feedback',
    },
  })

export const editFeedback = (projectId: string, id: string, was: string) =>
  mutationOptions({
    mutationKey: ['feedback', projectId, 'edit', id],
    mutationFn: (message: string) =>
      call(feedback.edit, { params: { id }, body: { message, ...(was && { was: { message: was } }) } }),
    onSuccess: (edited, _message, _before, { client }) => {
      const changed = withDeadlines(edited)
      client.setQueryData(
        feedbackList(projectId).queryKey,
        (list) => list && replace(list, id, () => changed),
      )
    },
    meta: { calls: 'feedback.edit', background: true, failure: 'Failed to save feedback' },
  })

export const removeFeedback = (projectId: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(feedback.remove, { params: { id } }),
    onSuccess: (_nothing, id, _before, { client }) => {
      client.setQueryData(feedbackList(projectId).queryKey, (list) => list && without(list, id))
    },
    meta: { calls: 'feedback.remove', success: 'Feedback deleted', failure: 'Failed to delete feedback' },
  })

export const replyToFeedback = (projectId: string, id: string) =>
  mutationOptions({
    mutationKey: ['feedback', projectId, 'reply', id],
    mutationFn: (message: string) =>
      sendOnce(['feedback reply', id, message], (clientRequestId) =>
        call(feedback.reply, { params: { id }, body: { message, clientRequestId } }),
      ),
    onSuccess: (created, _message, _before, { client }) => {
      const added = withDeadline(created)
      client.setQueryData(
        feedbackList(projectId).queryKey,
        (list) => list && replace(list, id, (item) => withReply(item, added)),
      )
    },
    meta: {
      calls: 'feedback.reply',
      background: true,
      success: 'Reply sent',
      failure: 'Failed to send reply',
    },
  })

export const editReply = (projectId: string, id: string, was: string) =>
  mutationOptions({
    mutationKey: ['feedback', projectId, 'edit', id],
    mutationFn: (message: string) =>
      call(feedback.editReply, { params: { id }, body: { message, ...(was && { was: { message: was } }) } }),
    onSuccess: (edited, _message, _before, { client }) => {
      const changed = withDeadline(edited)
      client.setQueryData(
        feedbackList(projectId).queryKey,
        (list) => list && replaceReplies(list, (reply) => (reply.id === id ? [changed] : [reply])),
      )
    },
    meta: { calls: 'feedback.editReply', background: true, failure: 'Failed to save reply' },
  })

export const removeReply = (projectId: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(feedback.removeReply, { params: { id } }),
    onSuccess: (_nothing, id, _before, { client }) => {
      client.setQueryData(
        feedbackList(projectId).queryKey,
        (list) => list && replaceReplies(list, (reply) => (reply.id === id ? [] : [reply])),
      )
    },
    meta: { calls: 'feedback.removeReply', success: 'Reply deleted', failure: 'Failed to delete reply' },
  })

type List = InfiniteData<Page<ListedFeedback[]>>

function changePages(list: List, change: (items: ListedFeedback[]) => ListedFeedback[]): List {
  return { ...list, pages: list.pages.map((page) => ({ ...page, items: change(page.items) })) }
}

function withFirst(list: List, created: ListedFeedback): List {
  const [first, ...more] = without(list, created.id).pages
  return first ? { ...list, pages: [{ ...first, items: [created, ...first.items] }, ...more] } : list
}

function without(list: List, id: string) {
  return changePages(list, (items) => items.filter((item) => item.id !== id))
}

function replace(list: List, id: string, change: (item: ListedFeedback) => ListedFeedback) {
  return changePages(list, (items) => items.map((item) => (item.id === id ? change(item) : item)))
}

/** A reply ends the time in which the messages before it can be edited. */
function withReply(item: ListedFeedback, added: ListedReply): ListedFeedback {
  const earlier = item.replies.filter(({ id }) => id !== added.id)
  return {
    ...item,
    editableUntil: 0,
    replies: [...earlier.map((reply) => ({ ...reply, editableUntil: 0 })), added],
  }
}

function replaceReplies(list: List, change: (reply: ListedReply) => ListedReply[]) {
  return changePages(list, (items) =>
    items.map((item) => ({ ...item, replies: item.replies.flatMap(change) })),
  )
}
