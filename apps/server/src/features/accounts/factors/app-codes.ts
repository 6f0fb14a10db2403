import type { AppContext } from '../../../platform/context.ts'
import { openSecret, sealSecret } from '../../../platform/http/sealed-secrets.ts'

type ConfigContext = Pick<AppContext, 'config'>

export const APP_PURPOSE = 'secrets of authenticator apps'
const STEP_SECONDS = 30

/** A new secret for an authenticator app, and the address that the app reads from a QR code. */
export async function createAppSecret({ config }: ConfigContext, person: { id: string; email: string }) {
  const { generateSecret, generateURI } = await loadOtplib()
  const secret = generateSecret()
  return {
    secret,
    uri: generateURI({ issuer: issuerOf(config.publicUrl), label: person.email, secret }),
    sealed: sealSecret(config, APP_PURPOSE, person.id, secret),
  }
}

/** Accounts of several portals stand side by side in an app, so each names its host. */
function issuerOf(publicUrl: string) {
  return `Portico (${new URL(publicUrl).host})`
}

/** The step of time to which this code belongs: this one, or one before or after. Undefined for a wrong code. */
export async function findStep(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  personId: string,
  sealed: Buffer,
  code: string,
) {
  const { verify } = await loadOtplib()
  const result = await verify({
    secret: openSecret(config, APP_PURPOSE, personId, sealed),
    token: code,
    epoch: Math.floor(clock.now().getTime() / 1_000),
    epochTolerance: STEP_SECONDS,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

/** Loaded with the first app that is set up or asked. */
const loadOtplib = () => import('otplib')
