import type { AppContext } from '../../platform/context.ts'
import { deviceName } from '../../platform/http/device-name.ts'
import { saveDevice } from './devices.repository.ts'
import type { Visitor } from './visitor.ts'

/** A security event of an account: its time and device. Null when the browser sent no name. */
export interface SecurityEvent {
  at: string
  device: string | null
}

export function createSecurityEvent(
  { clock }: Pick<AppContext, 'clock'>,
  { userAgent }: Visitor,
): SecurityEvent {
  return { at: clock.now().toISOString(), device: deviceName(userAgent) }
}

/**
 * Remembers the device of a login in the caller's transaction. True when it is new to an account that has others. The name of
 * a browser is the same for many people, so it identifies only programs that have no id.
 */
export function recordDevice(ctx: AppContext, { id }: { id: string }, { userAgent, deviceId }: Visitor) {
  const name = deviceName(userAgent) ?? ''
  const device = deviceId ? `id:${deviceId}` : name && `name:${name}`
  return saveDevice(ctx.db, { freelancerId: id, device, now: ctx.clock.now() })
}
