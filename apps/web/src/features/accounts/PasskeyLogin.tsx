import { accounts } from '@portico/contract'
import { useSyncExternalStore } from 'react'
import { call } from '../../app/api.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { startFreelancerSession } from '../../app/session.ts'
import { readDeviceId } from '../../app/stored.ts'
import { useSubmit } from '../../app/use-submit.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { getPasskey, isPasskeySupported } from './passkeys.ts'

/** A login without address and password. */
export function PasskeyLogin() {
  // The prerendered page does not know what the browser can do.
  const isSupported = useSyncExternalStore(subscribeToNothing, isPasskeySupported, () => false)
  const { submit, busy, failure } = useSubmit(async () => {
    const device = { deviceId: readDeviceId() }
    const { challenge, passkey: options } = await call(accounts.beginPasskeyLogin, { body: device })
    const passkey = await getPasskey(options)
    const { token, user } = await call(accounts.loginWithPasskey, { body: { challenge, passkey, ...device } })
    startFreelancerSession(token, user)
  })
  if (!isSupported) return null
  return (
    <div className="passkey-login">
      <Button busy={busy} onClick={() => submit(undefined)}>
        <Icon name="key" small />
        Sign in with a passkey
      </Button>
      {failure && <Notice danger>{failureMessage(failure).filter(Boolean).join('. ')}</Notice>}
    </div>
  )
}

const subscribeToNothing = () => () => {}
