import { sql } from 'kysely'
import type { AppContext } from '../../platform/context.ts'

/** Ends the codes for decisions, which belong to the address that they were mailed to. The caller has locked the client. */
export async function endCodesOfClient({ db }: Pick<AppContext, 'db'>, clientId: string) {
  await sql`
    delete from review_code using review r join project p on p.id = r.project_id
    where review_id = r.id and p.client_id = ${clientId}`.execute(db)
}
