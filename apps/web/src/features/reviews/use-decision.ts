import { reviews } from '@portico/contract'
import { useState } from 'react'
import { useForm } from '../../app/use-form.ts'
import type { ListedFile } from '../files/files.queries.ts'
import type { ProjectParties } from '../projects/use-project-parties.ts'
import { decideReview } from './reviews.queries.ts'
import type { CodeSending } from './use-code.ts'

export interface DecisionDialogProps {
  review: reviews.Review
  file: ListedFile
  parties: ProjectParties
  /** What the viewer does not show of the file. */
  omissions: readonly string[]
  code: CodeSending
  /** The review was decided, withdrawn or replaced meanwhile. */
  isOver: boolean
  onClose: () => void
}

const OVER = 'This is not open any more: it was decided or withdrawn, or there is a newer version.'

/** Shared by both dialogs: the comment, the code if one is needed, and sending. */
export function useDecision(
  decision: reviews.Decision,
  { review, isOver, onClose }: Pick<DecisionDialogProps, 'review' | 'isOver' | 'onClose'>,
) {
  const needsCode = review.needsCode && decision === 'approved'
  // Not a field of the form, whose draft is stored.
  const [code, setCode] = useState('')
  const form = useForm({
    draft: `client.decide.${review.id}`,
    empty: { comment: '' },
    mutation: decideReview(review.id),
    input: ({ comment }) => ({
      decision,
      ...(comment.trim() && { comment: comment.trim() }),
      ...(needsCode && { code }),
    }),
    fallback: 'The decision was not sent',
    otherFields: ['code'],
    onSuccess: onClose,
  })
  const isCodeMissing = needsCode && code.length < reviews.CODE_DIGITS
  return {
    ...form,
    problem: isOver ? OVER : form.problem,
    isIncomplete: isCodeMissing || isOver,
    code,
    setCode,
  }
}
