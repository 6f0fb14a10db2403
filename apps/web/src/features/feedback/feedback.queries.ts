import { feedback } from '@portico/contract'
import { type InfiniteData, infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { call, callPage, type Page } from '../../app/api.ts'
import { paged } from '../../app/pages.ts'

export const feedbackList = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ['feedback', projectId],
    queryFn: ({ pageParam, signal }) =>
      callPage(feedback.list, { params: { id: projectId }, querystring: { cursor: pageParam } }, { signal }),
    ...paged,
  })

/** By this key `FeedbackList` finds messages that are still being sent. */
export const leaveFeedbackKey = (projectId: string) => ['feedback', projectId, 'leave']

export const leaveFeedback = (projectId: string) =>
  mutationOptions({
    mutationKey: leaveFeedbackKey(projectId),
    mutationFn: (message: string) => call(feedback.create, { body: { projectId, message } }),
    onSuccess: (created, _message, _before, { client }) => {
      client.setQueryData(feedbackList(projectId).queryKey, (list) => list && withFirst(list, created))
    },
    meta: {
      calls: 'feedback.create',
      // Waiting for the refetch would show the message twice: as stored and as being sent.
      background: true,
      success: 'Feedback submitted',
      failure: 'Failed to submit feedback',
    },
  })

type List = InfiniteData<Page<feedback.Feedback[]>>

function withFirst(list: List, created: feedback.Feedback): List {
  const [first, ...more] = without(list, created.id).pages
  return first ? { ...list, pages: [{ ...first, answer: [created, ...first.answer] }, ...more] } : list
}

function without(list: List, id: string): List {
  const pages = list.pages.map((page) => ({
    ...page,
    answer: page.answer.filter((feedback) => feedback.id !== id),
  }))
  return { ...list, pages }
}
