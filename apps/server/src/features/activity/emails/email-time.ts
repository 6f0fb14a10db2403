/** `14:03` for the day of the email, else `22 November, 14:03`. */
export function createTimeFormat(now: Date, timeZone: string) {
  const [day, time] = formatsOf(timeZone)
  const today = day.format(now)
  return (instant: string) => {
    const at = new Date(instant)
    return day.format(at) === today ? time.format(at) : `${day.format(at)}, ${time.format(at)}`
  }
}

function formatsOf(timeZone: string) {
  try {
    return createFormats(timeZone)
  } catch {
    // PostgreSQL knows a few zones that Node does not.
    return createFormats('UTC')
  }
}

const createFormats = (timeZone: string) =>
  [
    new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone }),
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }),
  ] as const
