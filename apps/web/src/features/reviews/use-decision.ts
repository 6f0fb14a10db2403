import { reviews } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraft } from '../../app/draft.ts'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
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

/** Shared by both dialogs: the draft of the comment, the code if one is needed, and sending. */
export function useDecision(
  decision: reviews.Decision,
  { review, isOver, onClose }: Pick<DecisionDialogProps, 'review' | 'isOver' | 'onClose'>,
) {
  const { draft, change, clearDraft } = useDraft(`client.decide.${review.id}`, { comment: '' })
  const [code, setCode] = useState('')
  const { mutate, isPending, error } = useMutation(decideReview(review.id))
  const comment = draft.comment.trim()
  const isIncomplete = review.needsCode && code.length < reviews.CODE_DIGITS
  return {
    fields: useFocusFirstError<HTMLDivElement>(error),
    comment: draft.comment,
    changeComment: (text: string) => change({ comment: text }),
    code,
    setCode,
    isPending,
    errors: error?.fields,
    problem: isOver ? OVER : formErrorText(error, ['comment', 'code'], 'The decision was not sent'),
    isIncomplete: isIncomplete || isOver,
    decide() {
      mutate(
        { decision, ...(comment && { comment }), ...(review.needsCode && { code }) },
        {
          onSuccess: () => {
            clearDraft()
            onClose()
          },
        },
      )
    },
  }
}
