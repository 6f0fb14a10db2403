import { sql } from 'kysely'
import type { Side } from '../../../platform/actors.ts'
import type { EmailWriter } from '../../../platform/mail/outbox.ts'

declare module '../../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    /** Queued by an earlier version, for messages with numbers above `after`. Queueing has marked them as emailed. */
    mailUnread: { clientId: string; to: Side; after: number }
  }
}

/** Marks the messages as not emailed, so that the next notification email includes them. */
export const mailUnread: EmailWriter<'mailUnread'> = async ({ db, clock }, { clientId, to, after }) => {
  const [mailed, due] = [sql.ref(`${to}_mailed`), sql.ref(`${to}_mail_due`)]
  await sql`
    update conversation set ${mailed} = least(${mailed}, ${after}), ${due} = ${clock.now()}
    where client_id = ${clientId} and not archived`.execute(db)
  return undefined
}
