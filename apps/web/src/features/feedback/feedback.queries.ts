import { feedback } from '@portico/contract'
import { type InfiniteData, infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { arrived, call, callPage, type Page } from '../../app/api.ts'
import { beginningWith, paged } from '../../app/pages.ts'

/** What was said about a project; both sides read the same. */
export const feedbackOn = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ['feedback', projectId],
    queryFn: ({ pageParam, signal }) =>
      callPage(feedback.list, { params: { id: projectId }, querystring: { cursor: pageParam } }, { signal }),
    initialData: () => beginningWith(arrived(feedback.list, { params: { id: projectId } })),
    ...paged,
  })

/** The id of what is shown already and not yet known to the server. */
export const SENDING = 'sending'

/** Shown at once, taken back when the server does not agree. */
export const leaveFeedback = (projectId: string, author: feedback.Feedback['Client']) =>
  mutationOptions({
    mutationFn: (message: string) => call(feedback.create, { body: { projectId, message } }),
    onMutate: async (message, { client }) => {
      const { queryKey } = feedbackOn(projectId)
      await client.cancelQueries({ queryKey })
      const said = { id: SENDING, projectId, message, createdAt: new Date().toISOString(), Client: author }
      client.setQueryData(queryKey, (list) => list && withFirst(list, said))
    },
    onSuccess: (said, _message, _before, { client }) => {
      client.setQueryData(feedbackOn(projectId).queryKey, (list) => list && withFirst(list, said))
    },
    onError: (_error, _message, _before, { client }) => {
      const { queryKey } = feedbackOn(projectId)
      client.setQueryData(queryKey, (list) => list && without(list, SENDING))
      return client.invalidateQueries({ queryKey })
    },
    meta: {
      success: 'Feedback submitted',
      failure: 'Failed to submit feedback',
      refresh: [['feedback', projectId]],
    },
  })

type List = InfiniteData<Page<feedback.Feedback[]>>

function withFirst(list: List, said: feedback.Feedback): List {
  const [first, ...more] = without(without(list, SENDING), said.id).pages
  return first ? { ...list, pages: [{ ...first, answer: [said, ...first.answer] }, ...more] } : list
}

function without(list: List, id: string): List {
  const pages = list.pages.map((page) => ({ ...page, answer: page.answer.filter((said) => said.id !== id) }))
  return { ...list, pages }
}
