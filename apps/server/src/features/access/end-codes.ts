import type { AppContext } from '../../platform/context.ts'

/** Ends the codes for decisions, which belong to the address that they were mailed to. The caller has locked the person. */
export async function endCodes({ db }: Pick<AppContext, 'db'>, personId: string) {
  await db.deleteFrom('review_code').where('person_id', '=', personId).execute()
}
