import { accounts, clients, paths } from '@portico/contract'
import { useNavigate } from 'react-router'
import { ApiError, call } from '../../app/api.ts'
import { takeDestination } from '../../app/destination.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { useFocusFirstError } from '../../app/form-errors.ts'
import { clearMailedLink, mailedFreelancerPath, mailedToken } from '../../app/mailed-link.ts'
import { startFreelancerSession } from '../../app/session.ts'
import { readDeviceId } from '../../app/stored.ts'
import { useUncontrolledForm } from '../../app/use-uncontrolled-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'

interface Props {
  onRefused: (message: string) => void
  /** The password is set, and logging in needs the second factor. */
  onSecondStep: (begun: accounts.LoginChallenge) => void
}

/** Signs in and opens what was wanted. */
export function useFinishReset() {
  const navigate = useNavigate()
  return async ({ token, user }: accounts.SignedIn) => {
    startFreelancerSession(token, user)
    toast.success('Your new password is set', 'Every earlier session has ended.')
    // The link may have been opened in another tab than the one that remembers the page.
    const mailedPath = mailedFreelancerPath()
    const storedPath = takeDestination('freelancer')
    const next = mailedPath ?? storedPath
    const hasLinks = await hasHandedOut()
    const state = hasLinks && next !== '/' ? { next } : null
    await navigate(hasLinks ? paths.freelancer.handedOut : next, { replace: true, state })
    clearMailedLink()
  }
}

/** The link works once. The typed password stays in the form until it does. */
export function NewPasswordForm({ onRefused, onSecondStep }: Props) {
  const finish = useFinishReset()
  async function setPassword({ password }: { password: string }) {
    try {
      // Read here: the form may be submitted before React has rendered the page.
      const body = { token: mailedToken('reset-password'), password, deviceId: readDeviceId() }
      const reply = await call(accounts.resetPassword, { body })
      if ('challenge' in reply) onSecondStep(reply)
      else await finish(reply)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) onRefused(error.message)
      else throw error
    }
  }
  const { onSubmit, busy, blankText, failure } = useUncontrolledForm({
    names: ['password'],
    whenBlank: 'Please enter a new password.',
    send: setPassword,
  })
  const form = useFocusFirstError(blankText || failure)

  const fieldError = blankText || failure?.fields.password
  const errorText = !fieldError && failure && failureMessage(failure).filter(Boolean).join(' ')
  return (
    <form ref={form} className="form narrow__form" method="post" noValidate onSubmit={onSubmit}>
      <Field label="New password" hint="At least 8 characters." error={fieldError}>
        {(field) => (
          <input {...field} className="input" name="password" type="password" autoComplete="new-password" />
        )}
      </Field>
      {errorText && <Notice danger>{errorText} The link still works.</Notice>}
      <Button type="submit" look="primary" size="lg" busy={busy} busyLabel="Saving...">
        Save and log in
      </Button>
    </form>
  )
}

/** Whether somebody who was in the account may have copied a link that works. The list itself says so if this fails. */
async function hasHandedOut() {
  try {
    return Object.values(await call(clients.countHandedOut)).some((count) => count > 0)
  } catch {
    return true
  }
}
