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
  await sql`
    update conversation_reader r set mailed = least(mailed, ${after}), mail_due = ${clock.now()} from conversation k
    where k.client_id = ${clientId} and not k.archived and r.client_id = k.client_id
      and r.person_id = ${sql.ref(to === 'client' ? 'k.client_id' : 'k.workspace_id')}`.execute(db)
  return undefined
}
