import { accounts } from '@portico/contract'
import { toast } from '../ui/toast.ts'
import { call } from './api.ts'
import { type Area, beginEnding, endSession } from './session.ts'

const LOGOUT_DELAY_MS = 1_000

/** Says so, ends the session on the server, and a second later here, whatever the server answered. */
export function logOut(area: Area) {
  toast.info('Logging out...')
  // The call takes the token now; only then does the area begin to close.
  call(accounts.logout).catch((error: unknown) => console.warn('Logging out on the server failed', error))
  beginEnding(area)
  setTimeout(() => endSession(area, area === 'client' ? '/client-login' : '/login'), LOGOUT_DELAY_MS)
}
