import type { SecurityEvent } from './devices.service.ts'

/** With which device, as emails say it. */
export function deviceText({ device }: SecurityEvent) {
  return device ?? 'a device that gave no name'
}

/** When, in the time zone of the account. */
export function timeText({ at }: SecurityEvent, { timeZone }: { timeZone: string }) {
  const write = (zone: string) =>
    `on ${new Date(at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: zone })} (${zone})`
  try {
    return write(timeZone)
  } catch {
    // PostgreSQL knows a few zones that Node does not.
    return write('UTC')
  }
}
