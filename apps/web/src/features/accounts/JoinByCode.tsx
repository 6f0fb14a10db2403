import { durationInWords, members, reviews } from '@portico/contract'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { mailedToken } from '../../app/mailed-link.ts'
import { useSubmit } from '../../app/use-submit.ts'
import { useUncontrolledForm } from '../../app/use-uncontrolled-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'

interface Props {
  /** The address of the account that joins. */
  email: string
  onAccept: (answer: members.Acceptance) => Promise<void>
}

/** For somebody who is logged in with another address than the one that was invited: a code proves that both are theirs. */
export function JoinByCode({ email, onAccept }: Props) {
  const [sent, setSent] = useState<Awaited<ReturnType<typeof sendCode>>>()
  const sending = useSubmit(async () => setSent(await sendCode()))
  const problem =
    sent?.emailStatus === 'limited'
      ? 'Too many codes were sent within the hour. Please try again later.'
      : formErrorText(sending.failure, [], 'The code was not sent')

  if (sent?.emailStatus !== 'queued') {
    return (
      <>
        {problem && <Notice danger>{problem}</Notice>}
        <Button
          look="quiet"
          size="lg"
          busy={sending.busy}
          busyLabel="Sending a code..."
          onClick={() => sending.submit(undefined)}
        >
          Join as {email} instead
        </Button>
      </>
    )
  }
  return (
    <CodeForm
      sentTo={sent.email}
      problem={problem}
      onAccept={onAccept}
      onSendAgain={() => sending.submit(undefined)}
    />
  )
}

const sendCode = () =>
  call(members.sendCode, { params: { token: mailedToken('invitation') } }, { area: 'freelancer' })

interface FormProps {
  sentTo: string
  problem: string | undefined
  onAccept: Props['onAccept']
  onSendAgain: () => void
}

function CodeForm({ sentTo, problem, onAccept, onSendAgain }: FormProps) {
  const { onSubmit, busy, blankText, failure } = useUncontrolledForm({
    names: ['code'],
    whenBlank: 'Please enter the code that was mailed to you.',
    send: ({ code }) => onAccept({ code }),
  })
  const form = useFocusFirstError(blankText || failure)
  const errorText = formErrorText(failure, ['code'], 'That did not work') || problem
  return (
    <form ref={form} className="form narrow__form" method="post" noValidate onSubmit={onSubmit}>
      <Field
        label="Code"
        hint={`We have sent six digits to ${sentTo}. They work for ${durationInWords(reviews.CODE_SECONDS)}.`}
        error={blankText || failure?.fields.code}
        beside={
          <p className="hint">
            Nothing arrived?{' '}
            <button type="button" className="link" onClick={onSendAgain}>
              Send a new code
            </button>
          </p>
        }
      >
        {(field) => (
          <input
            {...field}
            className="input input--code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            // biome-ignore lint/a11y/noAutofocus: the person has just asked for the code
            autoFocus
          />
        )}
      </Field>
      {errorText && <Notice danger>{errorText}</Notice>}
      <Button type="submit" look="primary" size="lg" busy={busy} busyLabel="Joining...">
        Join
      </Button>
    </form>
  )
}
