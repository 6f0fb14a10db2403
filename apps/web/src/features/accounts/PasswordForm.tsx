import { accounts, isBlank, paths } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { changePassword, myProfile } from './accounts.queries.ts'

const names = ['currentPassword', 'newPassword'] as const

export function PasswordForm() {
  const { data: profile } = useQuery(myProfile)
  const [inputError, setInputError] = useState('')
  const { mutate, isPending, error } = useMutation(changePassword)
  const form = useFocusFirstError(error)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const typed = new FormData(event.currentTarget)
    const [currentPassword = '', newPassword = ''] = names.map((name) => String(typed.get(name)))
    const hasBlank = isBlank(currentPassword) || isBlank(newPassword)
    setInputError(hasBlank ? (accounts.changePassword.config.whenBlank ?? '') : '')
    if (!hasBlank) mutate({ currentPassword, newPassword }, { onSuccess: () => form.current?.reset() })
  }

  const fieldErrors = inputError ? {} : (error?.fields ?? {})
  const errorText = inputError || formErrorText(error, names, 'Failed to change password')
  return (
    <form ref={form} className="form" method="post" noValidate onSubmit={submit}>
      {/* Tells password managers whose password it is. */}
      <input hidden readOnly autoComplete="username" value={profile?.email ?? ''} />
      <Field
        label="Current password"
        error={fieldErrors.currentPassword}
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
      <Field label="New password" hint="At least 8 characters." error={fieldErrors.newPassword}>
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
        <Button type="submit" busy={isPending} busyLabel="Changing...">
          Change Password
        </Button>
      </div>
    </form>
  )
}
