import type { reviews } from '@portico/contract'
import { useDraft } from '../../app/draft.ts'

/** What the client has decided on a group so far, in this browser alone: nothing counts until it is sent. */
export interface GroupDraft {
  /** By the id of the review. */
  answers: Record<string, { decision?: reviews.Decision; comment?: string }>
  /** The id of a review; null for none of them. */
  chosen?: string | null
  /** Why this one, or why none. */
  comment?: string
  /** The reviews whose file was opened. */
  opened: string[]
}

const EMPTY: GroupDraft = { answers: {}, opened: [] }

export function useGroupDraft(groupId: string) {
  const { draft, change, clearDraft } = useDraft<GroupDraft>(`client.review-group.${groupId}`, EMPTY)
  return {
    draft,
    change,
    clearDraft,
    answer: (reviewId: string, part: GroupDraft['answers'][string]) =>
      change(({ answers }) => ({ answers: { ...answers, [reviewId]: { ...answers[reviewId], ...part } } })),
    markOpened: (reviewId: string) =>
      change(({ opened }) => ({ opened: opened.includes(reviewId) ? opened : [...opened, reviewId] })),
  }
}

export type GroupForm = ReturnType<typeof useGroupDraft>

/** What is sent; undefined while something is not decided. */
export function decisionOf(group: reviews.ReviewGroup, draft: GroupDraft): reviews.GroupDecision | undefined {
  const open = group.reviews.filter(({ state }) => state === 'open')
  if (group.kind === 'one') {
    const { chosen } = draft
    const comment = draft.comment?.trim()
    const isKnown = chosen === null || open.some(({ id }) => id === chosen)
    return isKnown ? { chosen, ...(comment && { comment }) } : undefined
  }
  const decisions = open.flatMap(({ id }) => {
    const { decision, comment = '' } = draft.answers[id] ?? {}
    if (!decision) return []
    const reason = decision === 'changes_requested' ? comment.trim() : ''
    return { reviewId: id, decision, ...(reason && { comment: reason }) }
  })
  return decisions.length === open.length ? { decisions } : undefined
}
