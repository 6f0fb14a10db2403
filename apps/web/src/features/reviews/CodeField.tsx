import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { sendCode } from './reviews.queries.ts'

interface Props {
  reviewId: string
  code: string
  onChange: (code: string) => void
  error: string | undefined
}

/** The code that is mailed to the client, and the way to have one sent. */
export function CodeField({ reviewId, code, onChange, error }: Props) {
  const send = useMutation(sendCode(reviewId))
  return (
    <div className="review-form__code">
      <Field
        label="Code from your email"
        error={error ?? send.error?.message}
        hint={hints[statusOf(send.data)]}
      >
        {(props) => (
          <input
            {...props}
            className="input num"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={({ target }) => onChange(target.value.replace(/\D/g, ''))}
          />
        )}
      </Field>
      <Button size="sm" busy={send.isPending} busyLabel="Sending..." onClick={() => send.mutate()}>
        {send.data ? 'Send a new code' : 'Send me a code'}
      </Button>
    </div>
  )
}

const statusOf = (sent: { emailStatus: string } | undefined) =>
  sent === undefined ? 'none' : sent.emailStatus === 'queued' ? 'queued' : 'refused'

const hints = {
  none: 'Six digits, which work for ten minutes.',
  queued: 'A code is on its way. It works for ten minutes, and ends the one before.',
  refused: 'No code could be sent just now. Please try again later.',
}
