import type { AppContext } from '../../platform/context.ts'
import type { Person } from '../../platform/realtime/live.ts'

const feedOwnerColumn = { freelancer: 'freelancer_id', client: 'client_id' } as const

/** Ends the addresses of a person’s calendars, with all their other ways in. */
export async function endFeed({ db }: Pick<AppContext, 'db'>, { side, personId }: Person) {
  await db.deleteFrom('calendar_feed').where(feedOwnerColumn[side], '=', personId).execute()
}
