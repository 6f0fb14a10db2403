import { durationInWords, reviews } from '@portico/contract'
import { Field } from '../../ui/Field.tsx'
import type { CodeSending } from './use-code.ts'

interface Props {
  sending: CodeSending
  code: string
  onChange: (code: string) => void
  error: string | undefined
}

export function CodeField({ sending, code, onChange, error }: Props) {
  return (
    <Field
      label="Code"
      error={error}
      beside={
        <p className="hint">
          Nothing arrived?{' '}
          <button type="button" className="link" onClick={sending.send}>
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
          value={code}
          onChange={({ target }) => onChange(target.value.replace(/\D/g, '').slice(0, reviews.CODE_DIGITS))}
        />
      )}
    </Field>
  )
}

/** Says whether a code was mailed, and to which address. */
export function codeText({ status, email, error }: CodeSending) {
  if (status === 'sent')
    return `We have sent six digits to ${email}. They work for ${durationInWords(reviews.CODE_SECONDS)}.`
  if (status === 'refused' || error) return error ?? 'No code could be sent just now. Please try again later.'
  return 'Sending six digits to your address...'
}
