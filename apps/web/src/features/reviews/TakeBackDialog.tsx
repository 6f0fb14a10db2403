import { reviews } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { Button } from '../../ui/Button.tsx'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CodeField, codeText } from './CodeField.tsx'
import { undoDecision } from './reviews.queries.ts'
import { useCode } from './use-code.ts'
import './reviews.css'

interface Props {
  review: reviews.Review
  email: string
  onClose: () => void
}

/** For a session that did not decide itself: a mailed code says who takes the decision back. */
export default function TakeBackDialog({ review, email, onClose }: Props) {
  const { sendIfNeeded, of } = useCode()
  const [code, setCode] = useState('')
  const { mutate, isPending, error } = useMutation(undoDecision(review.id))
  const fields = useFocusFirstError<HTMLDivElement>(error)
  const sending = of(review.id)
  const problem = formErrorText(error, ['code'], 'The decision was not taken back')
  // biome-ignore lint/correctness/useExhaustiveDependencies: A code is mailed once, when the dialog opens.
  useEffect(() => sendIfNeeded(review), [])

  return (
    <Dialog title="Enter the code" description={codeText(sending, email)} busy={isPending} onClose={onClose}>
      <div ref={fields} className="review-form">
        <CodeField sending={sending} code={code} onChange={setCode} error={error?.fields?.code} />
        {problem && <Notice danger>{problem}</Notice>}
      </div>
      <div className="actions">
        <CloseButton>Cancel</CloseButton>
        <Button
          look="primary"
          disabled={code.length < reviews.CODE_DIGITS}
          busy={isPending}
          busyLabel="Taking back..."
          onClick={() => mutate(code, { onSuccess: onClose })}
        >
          Take it back
        </Button>
      </div>
    </Dialog>
  )
}
