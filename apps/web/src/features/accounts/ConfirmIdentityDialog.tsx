import { accounts } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../app/api.ts'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { useSubmit } from '../../app/use-submit.ts'
import { useUncontrolledForm } from '../../app/use-uncontrolled-form.ts'
import { Button } from '../../ui/Button.tsx'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { myProfile } from './accounts.queries.ts'
import { myFactors } from './factors.queries.ts'
import { getPasskey, isPasskeySupported } from './passkeys.ts'
import './factors.css'

interface Props {
  onConfirmed: () => void
  onClose: () => void
}

export default function ConfirmIdentityDialog({ onConfirmed, onClose }: Props) {
  const { data: profile } = useQuery(myProfile)
  const { data: mine } = useQuery(myFactors)
  const field = useRef<HTMLInputElement>(null)
  const { onSubmit, busy, blankText, failure } = useUncontrolledForm({
    names: ['password'],
    whenBlank: accounts.confirm.config.whenBlank ?? '',
    send: async (body) => {
      await call(accounts.confirm, { body })
      onConfirmed()
    },
  })
  const byPasskey = useSubmit(async () => {
    const { challenge, passkey: options } = await call(accounts.beginConfirm)
    const passkey = await getPasskey(options)
    await call(accounts.confirmWithPasskey, { body: { challenge, passkey } })
    onConfirmed()
  })
  const form = useFocusFirstError(blankText || failure)
  const hasPasskey = isPasskeySupported() && mine?.passkeys.some(({ worksHere }) => worksHere)
  const fieldError = blankText || failure?.fields.password
  const errorText =
    (!fieldError && formErrorText(failure, ['password'], 'That did not work')) ||
    formErrorText(byPasskey.failure, [], 'That did not work')
  return (
    <Dialog
      title="Confirm that it is you"
      description="This changes how safe your account is, so it needs your password once more. You are not asked again for ten minutes."
      busy={busy || byPasskey.busy}
      initialFocus={field}
      onClose={onClose}
    >
      <form ref={form} className="form confirm-identity" method="post" noValidate onSubmit={onSubmit}>
        {/* Tells password managers whose password it is. */}
        <input hidden readOnly autoComplete="username" value={profile?.email ?? ''} />
        <Field label="Password" error={fieldError}>
          {(props) => (
            <input
              {...props}
              ref={field}
              className="input"
              name="password"
              type="password"
              autoComplete="current-password"
            />
          )}
        </Field>
        {errorText && <Notice danger>{errorText}</Notice>}
        <div className="actions">
          <CloseButton>Cancel</CloseButton>
          {hasPasskey && (
            <Button type="button" busy={byPasskey.busy} onClick={() => byPasskey.submit(undefined)}>
              Use a passkey
            </Button>
          )}
          <Button type="submit" look="primary" busy={busy} busyLabel="Confirming...">
            Confirm
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
