import { accounts, paths } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { useUncontrolledForm } from '../../app/use-uncontrolled-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { changePassword, myProfile } from './accounts.queries.ts'

const names = ['currentPassword', 'newPassword'] as const

export function PasswordForm() {
  const { data: profile } = useQuery(myProfile)
  const { mutateAsync } = useMutation(changePassword)
  const { onSubmit, busy, blankText, failure } = useUncontrolledForm({
    names,
    whenBlank: accounts.changePassword.config.whenBlank ?? '',
    send: async (typed) => {
      await mutateAsync(typed)
      form.current?.reset()
    },
  })
  const form = useFocusFirstError(failure)
  const errorText = blankText || formErrorText(failure, names, 'Failed to change password')

  return (
    <form ref={form} className="form" method="post" noValidate onSubmit={onSubmit}>
      {/* Tells password managers whose password it is. */}
      <input hidden readOnly autoComplete="username" value={profile?.email ?? ''} />
      <Field
        label="Current password"
        error={failure?.fields.currentPassword}
        corner={
          <Link className="link" to={paths.forgotPassword}>
            Forgotten?
          </Link>
        }
      >
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
      <Field label="New password" hint="At least 8 characters." error={failure?.fields.newPassword}>
        {(field) => (
          <input
            {...field}
            className="input"
            name="newPassword"
            type="password"
            autoComplete="new-password"
          />
        )}
      </Field>
      {errorText && <Notice danger>{errorText}</Notice>}
      <div className="actions">
        <Button type="submit" busy={busy} busyLabel="Changing...">
          Change Password
        </Button>
      </div>
    </form>
  )
}
