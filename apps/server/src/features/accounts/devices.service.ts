import type { AppContext } from '../../platform/context.ts'
import type { Visitor } from './accounts.service.ts'
import { rememberDevice } from './devices.repository.ts'
import { deviceOf } from './devices.ts'

/** What happened to an account, when, and with what; null when that did not say. */
export interface SecurityEvent {
  at: string
  device: string | null
}

export function securityEvent({ clock }: AppContext, { userAgent }: Visitor): SecurityEvent {
  return { at: clock.now().toISOString(), device: deviceOf(userAgent) }
}

/** Remembers the device of a login in the caller's transaction. True when it is new to an account that has others. */
export function noteDevice(ctx: AppContext, { id }: { id: string }, { userAgent }: Visitor) {
  return rememberDevice(ctx.db, {
    freelancerId: id,
    device: deviceOf(userAgent) ?? '',
    now: ctx.clock.now(),
  })
}
