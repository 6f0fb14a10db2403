import { accounts, durationInWords } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { useUncontrolledForm } from '../../app/use-uncontrolled-form.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { LoadFailed, Loading } from '../../ui/States.tsx'
import { cancelEmailChange, changeEmail, myProfile, resendEmailChange } from './accounts.queries.ts'

/** The address of the account, and the way to another one. */
export function OwnEmail() {
  const { data: profile, error, refetch } = useQuery(myProfile)
  if (error && !profile)
    return <LoadFailed title="Failed to load your email" error={error} onRetry={refetch} />
  if (!profile) {
    return (
      <Loading says="Loading your email...">
        <div className="form profile-skeleton">
          <div className="field">
            <span className="label">Your email</span>
            <span className="settings__fixed" />
          </div>
        </div>
      </Loading>
    )
  }
  const { email, pendingEmail } = profile
  return (
    <>
      <div className="field own-email">
        <span className="label">Your email</span>
        <span className="settings__fixed">{email}</span>
      </div>
      {pendingEmail ? <PendingEmail email={email} pending={pendingEmail} /> : <EmailForm />}
    </>
  )
}

interface PendingProps {
  email: string
  pending: NonNullable<accounts.Profile['pendingEmail']>
}

function PendingEmail({ email, pending }: PendingProps) {
  const resend = useMutation(resendEmailChange)
  const cancel = useMutation(cancelEmailChange)
  return (
    <div className="form">
      <Notice>
        <p>
          <strong>{pending.email} is not confirmed yet.</strong> Open the link in our email there by{' '}
          {formatDateTime(pending.expiresAt)}. Until then everything goes to {email}.
        </p>
      </Notice>
      <div className="actions">
        <Button busy={resend.isPending} busyLabel="Sending..." onClick={() => resend.mutate()}>
          Resend Link
        </Button>
        <Button
          look="quiet"
          busy={cancel.isPending}
          busyLabel="Cancelling..."
          onClick={() => cancel.mutate(undefined)}
        >
          Cancel Change
        </Button>
      </div>
    </div>
  )
}

const names = ['email', 'currentPassword'] as const

function EmailForm() {
  const { mutateAsync } = useMutation(changeEmail)
  const { onSubmit, busy, blankText, failure } = useUncontrolledForm({
    names,
    whenBlank: accounts.changeEmail.config.whenBlank ?? '',
    send: async (typed) => void (await mutateAsync(typed)),
  })
  const form = useFocusFirstError(failure)
  const errorText = blankText || formErrorText(failure, names, 'Failed to change your email')
  return (
    <form ref={form} className="form" method="post" noValidate onSubmit={onSubmit}>
      <Field
        label="New email"
        hint={`We mail a link there. Your old address can undo the change for ${durationInWords(accounts.EMAIL_UNDO_SECONDS)}.`}
        error={failure?.fields.email}
      >
        {(field) => <input {...field} className="input" name="email" type="email" autoComplete="email" />}
      </Field>
      <Field label="Your password" error={failure?.fields.currentPassword}>
        {(field) => (
          <input
            {...field}
            className="input"
            name="currentPassword"
            type="password"
            autoComplete="current-password"
          />
        )}
      </Field>
      {errorText && <Notice danger>{errorText}</Notice>}
      <div className="actions">
        <Button type="submit" busy={busy} busyLabel="Changing...">
          Change Email
        </Button>
      </div>
    </form>
  )
}
