import { accounts } from '@portico/contract'
import { useState } from 'react'
import { ApiError, call } from '../../app/api.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { useFocusFirstError } from '../../app/form-errors.ts'
import { readDeviceId, readRememberToken, storedRememberToken } from '../../app/stored.ts'
import { useSubmit } from '../../app/use-submit.ts'
import { useUncontrolledForm } from '../../app/use-uncontrolled-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { getPasskey, isPasskeySupported } from './passkeys.ts'
import './factors.css'

interface Props {
  begun: accounts.LoginChallenge
  className?: string
  onSignedIn: (reply: accounts.SignedIn) => void | Promise<void>
  /** The challenge works no more, or somebody goes back. */
  onBack: (reason?: string) => void
}

/** What a login needs after the password. */
export function SecondStep({ begun, className = 'form', onSignedIn, onBack }: Props) {
  const { challenge, factors } = begun
  const hasApp = factors.includes('app')
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(!hasApp)
  async function finish(send: () => Promise<accounts.SignedIn>) {
    try {
      const reply = await send()
      if (reply.rememberToken) storedRememberToken.write(reply.rememberToken)
      await onSignedIn(reply)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CHALLENGE_NOT_VALID') onBack(error.message)
      else throw error
    }
  }
  const { onSubmit, busy, blankText, failure } = useUncontrolledForm({
    names: ['code'],
    whenBlank: accounts.loginWithCode.config.whenBlank ?? '',
    send: async ({ code }, form) => {
      const body = {
        ...{ challenge, code, remember: form.has('remember') },
        ...{ deviceId: readDeviceId(), rememberToken: readRememberToken() },
      }
      await finish(() => call(accounts.loginWithCode, { body }))
    },
  })
  const byPasskey = useSubmit(async (form: FormData) => {
    if (!begun.passkey) return
    const passkey = await getPasskey(begun.passkey)
    const body = {
      ...{ challenge, passkey, remember: form.has('remember') },
      ...{ deviceId: readDeviceId(), rememberToken: readRememberToken() },
    }
    await finish(() => call(accounts.loginWithPasskey, { body }))
  })
  const form = useFocusFirstError(blankText || failure)
  const fieldError = blankText || failure?.fields.code
  const problem = byPasskey.failure ?? (fieldError ? undefined : failure)
  const errorText = problem && failureMessage(problem).filter(Boolean).join(' ')
  const hasPasskey = begun.passkey !== undefined && isPasskeySupported()

  return (
    <form ref={form} className={className} method="post" noValidate onSubmit={onSubmit}>
      {usesRecoveryCode ? (
        <Field label="Recovery code" hint="One of the ten that you have kept." error={fieldError}>
          {(field) => (
            // A new key, so that what was typed as the other code is not sent as this one.
            <input
              key="recovery"
              {...field}
              className="input"
              name="code"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              // biome-ignore lint/a11y/noAutofocus: the person has just asked for this step
              autoFocus
            />
          )}
        </Field>
      ) : (
        <Field label="Code" hint="The six digits in your authenticator app." error={fieldError}>
          {(field) => (
            <input
              key="app"
              {...field}
              className="input input--code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              // biome-ignore lint/a11y/noAutofocus: the person has just asked for this step
              autoFocus
            />
          )}
        </Field>
      )}
      <label className="check">
        <span>
          <input type="checkbox" name="remember" />
          <Icon name="check" />
        </span>
        <span>Do not ask again in this browser for {accounts.REMEMBER_DAYS} days</span>
      </label>
      {errorText && <Notice danger>{errorText}</Notice>}
      <Button type="submit" look="primary" size="lg" busy={busy} busyLabel="Logging in...">
        Log In
      </Button>
      {hasPasskey && (
        <Button
          size="lg"
          busy={byPasskey.busy}
          onClick={() => form.current && byPasskey.submit(new FormData(form.current))}
        >
          <Icon name="key" small />
          Use a passkey
        </Button>
      )}
      <div className="second-step__others">
        {hasApp && factors.includes('recovery_code') && (
          <button type="button" className="link" onClick={() => setUsesRecoveryCode(!usesRecoveryCode)}>
            {usesRecoveryCode ? 'Use your app' : 'Use a recovery code'}
          </button>
        )}
        <button type="button" className="link" onClick={() => onBack()}>
          Start again
        </button>
      </div>
    </form>
  )
}
