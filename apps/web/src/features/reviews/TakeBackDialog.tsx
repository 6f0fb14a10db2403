import { reviews } from '@portico/contract'
import { useEffect } from 'react'
import { useForm } from '../../app/use-form.ts'
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
  // Without a draft: a code is not stored.
  const form = useForm({
    empty: { code: '' },
    mutation: undoDecision(review.id),
    input: ({ code }) => code,
    fallback: 'The decision was not taken back',
    onSuccess: onClose,
  })
  const { code } = form.values
  const sending = of(review.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: A code is mailed once, when the dialog opens.
  useEffect(() => sendIfNeeded(review), [])

  return (
    <Dialog title="Enter the code" description={codeText(sending, email)} busy={form.busy} onClose={onClose}>
      <div ref={form.ref} className="review-form">
        <CodeField
          sending={sending}
          code={code}
          onChange={(typed) => form.change({ code: typed })}
          error={form.errors.code}
        />
        {form.problem && <Notice danger>{form.problem}</Notice>}
      </div>
      <div className="actions">
        <CloseButton>Cancel</CloseButton>
        <Button
          look="primary"
          disabled={code.length < reviews.CODE_DIGITS}
          busy={form.busy}
          busyLabel="Taking back..."
          onClick={() => form.submit()}
        >
          Take it back
        </Button>
      </div>
    </Dialog>
  )
}
