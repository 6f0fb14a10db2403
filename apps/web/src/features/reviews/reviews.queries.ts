import { receipts, reviews } from '@portico/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call, callBytes } from '../../app/api.ts'
import { toast } from '../../ui/toast.ts'
import { deadlineIn } from '../feedback/deadlines.ts'
import { saveFile } from './download-receipts.ts'

/** Newest first; a file hardly has a hundred rounds. */
export const reviewsOfFile = (fileId: string) =>
  queryOptions({
    queryKey: ['reviews', 'file', fileId],
    queryFn: async ({ signal }) => {
      const found = await call(reviews.ofFile, { params: { id: fileId } }, { signal })
      return found.map(withUndoDeadline)
    },
  })

/** Until when the client may take the decision back, by the server's clock; in the past when they may not. */
export type ListedReview = reviews.Review & { undoableUntil: number }

const withUndoDeadline = (review: reviews.Review): ListedReview => ({
  ...review,
  undoableUntil: deadlineIn(review.decision?.undoSeconds ?? 0),
})

/** The reviews that were asked for together with this one. */
export const groupOf = (id: string) =>
  queryOptions({
    queryKey: ['reviews', 'group', id],
    queryFn: async ({ signal }) => {
      const group = await call(reviews.group, { params: { id } }, { signal })
      return { ...group, reviews: group.reviews.map(withUndoDeadline) }
    },
  })

export type ListedGroup = Omit<reviews.ReviewGroup, 'reviews'> & { reviews: ListedReview[] }

export const waitingReviews = (projectId: string) =>
  queryOptions({
    queryKey: ['reviews', 'waiting', projectId],
    queryFn: ({ signal }) => call(reviews.waiting, { params: { id: projectId } }, { signal }),
  })

export const oneReceipt = (id: string) =>
  queryOptions({
    queryKey: ['receipts', 'one', id],
    queryFn: ({ signal }) => call(receipts.get, { params: { id } }, { signal }),
  })

/** The receipt that takes this approval back; null while the approval stands. */
export const withdrawalOf = (receipt: Pick<receipts.Receipt, 'id'>) =>
  queryOptions({
    queryKey: ['receipts', 'withdrawal', receipt.id],
    queryFn: async ({ signal }) =>
      (await call(receipts.withdrawal, { params: { id: receipt.id } }, { signal })).receipt,
  })

export const downloadPdf = ({ id, number }: receipts.Receipt) =>
  mutationOptions({
    mutationFn: async () => {
      const bytes = await callBytes(receipts.pdf, { params: { id } }, {})
      saveFile(new Blob([bytes], { type: 'application/pdf' }), `receipt-${number}.pdf`)
    },
    meta: { failure: 'Failed to download the PDF' },
  })

/** About one file, or several together. */
export const askAbout = (projectId: string) =>
  mutationOptions({
    mutationFn: (body: reviews.NewGroup) => call(reviews.askTogether, { params: { id: projectId }, body }),
    onSuccess: ({ kind }) => toast.success(kind === 'one' ? 'Asked to choose one' : 'Asked for approval'),
    meta: { calls: 'reviews.askTogether', quiet: true },
  })

export const withdrawReview = (id: string) =>
  mutationOptions({
    mutationFn: () => call(reviews.withdraw, { params: { id } }),
    meta: { calls: 'reviews.withdraw', success: 'Review withdrawn', failure: 'Failed to withdraw review' },
  })

export const decideReview = (id: string) =>
  mutationOptions({
    mutationFn: (body: reviews.NewDecision) => call(reviews.decide, { params: { id }, body }),
    onSuccess: ({ state }) => toast.success(state === 'approved' ? 'Approved' : 'Changes requested'),
    meta: { calls: 'reviews.decide', quiet: true },
  })

export const decideTogether = (id: string) =>
  mutationOptions({
    mutationFn: (body: reviews.GroupDecision) => call(reviews.decideTogether, { params: { id }, body }),
    onSuccess: () => toast.success('Decision sent'),
    meta: { calls: 'reviews.decideTogether', quiet: true },
  })

export const undoDecision = (id: string) =>
  mutationOptions({
    mutationFn: (code: string | undefined) =>
      call(reviews.undoDecision, { params: { id }, querystring: code === undefined ? {} : { code } }),
    meta: { calls: 'reviews.undoDecision', success: 'Taken back', failure: 'Failed to take it back' },
  })

export const sendCode = mutationOptions({
  mutationFn: (id: string) => call(reviews.sendCode, { params: { id } }),
  meta: { calls: 'reviews.sendCode', quiet: true },
})
