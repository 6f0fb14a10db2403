import { feedback } from '@portico/contract'
import { type InfiniteData, infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { arrived, call, callPage, type Page } from '../../app/api.ts'
import { beginningWith, paged } from '../../app/pages.ts'

/** What was said about a project; both sides read the same. */
export const feedbackList = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ['feedback', projectId],
    queryFn: ({ pageParam, signal }) =>
      callPage(feedback.list, { params: { id: projectId }, querystring: { cursor: pageParam } }, { signal }),
    initialData: () => beginningWith(arrived(feedback.list, { params: { id: projectId } })),
    ...paged,
  })

/** What is on its way is shown by its mutation (`FeedbackList`); the list holds what the server has. */
export const leaveFeedbackKey = (projectId: string) => ['feedback', projectId, 'leave']

export const leaveFeedback = (projectId: string) =>
  mutationOptions({
    mutationKey: leaveFeedbackKey(projectId),
    mutationFn: (message: string) => call(feedback.create, { body: { projectId, message } }),
    onSuccess: (said, _message, _before, { client }) => {
      client.setQueryData(feedbackList(projectId).queryKey, (list) => list && withFirst(list, said))
    },
    meta: {
      calls: 'feedback.create',
      // Until the mutation is over the message is shown as on its way, beside the one in the list.
      background: true,
      success: 'Feedback submitted',
      failure: 'Failed to submit feedback',
    },
  })

type List = InfiniteData<Page<feedback.Feedback[]>>

function withFirst(list: List, said: feedback.Feedback): List {
  const [first, ...more] = without(list, said.id).pages
  return first ? { ...list, pages: [{ ...first, answer: [said, ...first.answer] }, ...more] } : list
}

function without(list: List, id: string): List {
  const pages = list.pages.map((page) => ({ ...page, answer: page.answer.filter((said) => said.id !== id) }))
  return { ...list, pages }
}
