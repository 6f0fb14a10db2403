import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { AppContext } from '../../../platform/context.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { StoredPasskey } from './factors.repository.ts'
import { lockPasskey, savePasskeyUse } from './passkeys.repository.ts'

export const PasskeyNotValid = problem(
  'PASSKEY_NOT_VALID',
  400,
  'This passkey was not accepted. Please try again.',
  {
    when: 'The answer of a passkey is not one to this challenge, is of another address of the portal, or of a passkey that is unknown, removed or copied: its counter has gone back.',
  },
)

type ConfigContext = Pick<AppContext, 'config'>

/** Passkeys belong to the host of the portal. One that was made for another host works there alone. */
export function passkeyHost({ config }: ConfigContext) {
  return new URL(config.publicUrl).hostname
}

const expected = (ctx: ConfigContext) => ({
  expectedOrigin: new URL(ctx.config.publicUrl).origin,
  expectedRPID: passkeyHost(ctx),
})

/** With a screen lock, a passkey is everything that a login needs, so each is made to be found without an address. */
export async function createRegistrationOptions(
  ctx: ConfigContext,
  person: { id: string; name: string; email: string },
  known: StoredPasskey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: 'Portico',
    rpID: passkeyHost(ctx),
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
}

/** Undefined for an answer to something else. */
export async function verifyRegistration(ctx: ConfigContext, toSign: string, response: object) {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expected(ctx),
      response: response as RegistrationResponseJSON,
      expectedChallenge: toSign,
      requireUserVerification: false,
    })
    return registrationInfo?.credential
  } catch {
    return undefined
  }
}

/** `known`: the passkeys of one person; without them any that the browser finds for this host, behind a screen lock. */
export async function createRequestOptions(
  ctx: ConfigContext,
  known?: StoredPasskey[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: passkeyHost(ctx),
    userVerification: known ? 'preferred' : 'required',
    ...(known && {
      allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    }),
  })
}

interface Answer {
  personId: string
  toSign: string
  response: { id: string }
  /** Whether the device must have checked who holds it. */
  needsScreenLock: boolean
}

/** Whether one of this person's passkeys has signed the challenge. Notes its use in the caller's transaction. */
export async function usePasskey(ctx: AppContext, { personId, toSign, response, needsScreenLock }: Answer) {
  const passkey = await lockPasskey(ctx.db, { personId, credentialId: response.id, host: passkeyHost(ctx) })
  if (!passkey) return false
  const counter = await verifiedCounter(ctx, { toSign, response, needsScreenLock }, passkey)
  if (counter === undefined) return false
  await savePasskeyUse(ctx.db, passkey.id, counter, ctx.clock.now())
  return true
}

/** The library refuses a counter that has not gone on, and throws at whatever else is wrong with an answer. */
async function verifiedCounter(
  ctx: ConfigContext,
  { toSign, response, needsScreenLock }: Omit<Answer, 'personId'>,
  { publicKey, counter }: { publicKey: Buffer; counter: string },
) {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(ctx),
      response: response as AuthenticationResponseJSON,
      expectedChallenge: toSign,
      credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
      requireUserVerification: needsScreenLock,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/** Loaded with the first passkey that is made or asked. */
const loadWebAuthn = () => import('@simplewebauthn/server')
