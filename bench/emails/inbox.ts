const DELAY_MS = 5 * 60_000
const WINDOW_MS = 60 * 60_000
/** Emails that fell due so shortly before the end are not missed. */
const GRACE_MS = 2 * 60_000

export type Inbox = ReturnType<typeof createInbox>

/** Knows when an email to each address is due: five minutes after the first change that none was about, an hour after the last email. */
export function createInbox() {
  const people = new Map<string, { firstChangeAt?: number; emailAt?: number }>()
  const delays: number[] = []
  const afterMinute: number[] = []
  let count = 0
  let twice = 0

  const dueAt = ({ firstChangeAt = Number.NaN, emailAt = Number.NEGATIVE_INFINITY }) =>
    Math.max(firstChangeAt + DELAY_MS, emailAt + WINDOW_MS)

  return {
    /** Something has changed for the person with this address. */
    expect(address: string) {
      const person = people.get(address) ?? {}
      person.firstChangeAt ??= Date.now()
      people.set(address, person)
    },
    receive(address: string) {
      const now = Date.now()
      const person = people.get(address)
      count++
      if (!person || (person.emailAt && now - person.emailAt < WINDOW_MS)) twice++
      if (!person) return
      const due = dueAt(person)
      delays.push((now - due) / 1_000)
      afterMinute.push((now - Math.ceil(due / 60_000) * 60_000) / 1_000)
      people.set(address, { emailAt: now })
    },
    count: () => count,
    report() {
      const missing = [...people.values()].filter((person) => dueAt(person) < Date.now() - GRACE_MS).length
      return { missing, twice, delays, afterMinute }
    },
  }
}
