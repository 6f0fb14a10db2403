import type { AppContext } from '../../platform/context.ts'
import type { Person } from '../../platform/realtime/live.ts'

export const feedOwnerColumn = { freelancer: 'freelancer_id', client: 'client_id' } as const

/** Ends the address of a person’s calendar: on its own, or with all their other ways in. */
export async function endFeed({ db }: Pick<AppContext, 'db'>, { side, personId }: Person) {
  await db.deleteFrom('calendar_feed').where(feedOwnerColumn[side], '=', personId).execute()
}
