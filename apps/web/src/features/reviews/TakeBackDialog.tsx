import { Dialog } from '@base-ui/react/dialog'
import { reviews } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { CodeField, codeText } from './CodeField.tsx'
import { undoDecision } from './reviews.queries.ts'
import { useCode } from './use-code.ts'
import '../../ui/ConfirmDialog.css'
import '../../ui/Panel.css'
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
  const returnFocus = useReturnFocus()
  const sending = of(review.id)
  const problem = formErrorText(error, ['code'], 'The decision was not taken back')
  // biome-ignore lint/correctness/useExhaustiveDependencies: A code is mailed once, when the dialog opens.
  useEffect(() => sendIfNeeded(review), [])

  return (
    <Dialog.Root open onOpenChange={(open) => open || isPending || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog" finalFocus={returnFocus}>
          <Dialog.Title>Enter the code</Dialog.Title>
          <Dialog.Description>{codeText(sending, email)}</Dialog.Description>
          <div ref={fields} className="review-form">
            <CodeField sending={sending} code={code} onChange={setCode} error={error?.fields?.code} />
            {problem && <Notice danger>{problem}</Notice>}
          </div>
          <div className="actions">
            <Dialog.Close className="btn btn--secondary">Cancel</Dialog.Close>
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
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
