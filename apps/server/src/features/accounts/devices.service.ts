import type { AppContext } from '../../platform/context.ts'
import { saveDevice } from './devices.repository.ts'
import { deviceName } from './devices.ts'
import type { Visitor } from './visitor.ts'

/** A security event of an account: its time and device. Null when the browser sent no name. */
export interface SecurityEvent {
  at: string
  device: string | null
}

export function createSecurityEvent({ clock }: AppContext, { userAgent }: Visitor): SecurityEvent {
  return { at: clock.now().toISOString(), device: deviceName(userAgent) }
}

/** Remembers the device of a login in the caller's transaction. True when it is new to an account that has others. */
export function recordDevice(ctx: AppContext, { id }: { id: string }, { userAgent }: Visitor) {
  return saveDevice(ctx.db, {
    freelancerId: id,
    device: deviceName(userAgent) ?? '',
    now: ctx.clock.now(),
  })
}
