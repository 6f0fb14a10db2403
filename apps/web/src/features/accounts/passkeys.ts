import type { accounts, factors } from '@portico/contract'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ApiError } from '../../app/api.ts'

/** False in a browser without WebAuthn, and on pages without https. */
export function isPasskeySupported() {
  return typeof window !== 'undefined' && typeof window.PublicKeyCredential === 'function'
}

/** Has the browser ask for a passkey. Its errors are shown as those of a call are. */
export async function getPasskey(options: accounts.PasskeyRequest) {
  const { startAuthentication } = await loadWebAuthn()
  return await startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
  }).catch(throwAsApiError)
}

export async function createPasskey(options: factors.PasskeyCreation) {
  const { startRegistration } = await loadWebAuthn()
  return await startRegistration({
    optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
  }).catch(throwAsApiError)
}

function throwAsApiError(error: unknown): never {
  const { name, code } = error as { name?: string; code?: string }
  const message =
    code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError'
      ? 'This device has a passkey for your account already.'
      : 'No passkey was given. Try again, or use another way.'
  throw new ApiError(400, { code: 'NO_PASSKEY', message })
}

/** Loaded when a passkey is first asked for. */
const loadWebAuthn = () => import('@simplewebauthn/browser')
