import { reviews } from '@portico/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { codeExpiry } from '../access/mailed-codes.ts'
import { isOpen } from './seats.ts'

/** An invitation has one code for each person who wants to join as themselves. */
export interface CodeKey {
  invitationId: string
  personId: string
}

/** Replaces the earlier code. False when the invitation is not open, or the person is gone. */
export async function saveInvitationCode(
  db: Db,
  { invitationId, personId }: CodeKey,
  { hash, now }: { hash: Buffer; now: Date },
) {
  const { numAffectedRows = 0n } = await sql`
    insert into member_invitation_code (invitation_id, person_id, hash, tries_left, expires_at)
    select i.id, f.id, ${hash}, ${reviews.CODE_TRIES}, ${codeExpiry(now)}::timestamptz
    from member_invitation i, freelancer f where i.id = ${invitationId} and ${isOpen(now)} and f.id = ${personId}
    on conflict (invitation_id, person_id) do update
      set hash = excluded.hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at`.execute(
    db,
  )
  return numAffectedRows > 0n
}

/** Counts a wrong try. The right code works until the invitation is accepted. Undefined when there is none that works. */
export async function tryInvitationCode(
  db: Db,
  { invitationId, personId }: CodeKey,
  hashes: Buffer[],
  now: Date,
) {
  const isRight = sql`hash in (${sql.join(hashes)})`
  const { rows } = await sql<{ isRight: boolean; triesLeft: number }>`
    update member_invitation_code set tries_left = case when ${isRight} then tries_left else tries_left - 1 end
    where invitation_id = ${invitationId} and person_id = ${personId} and tries_left > 0 and expires_at > ${now}
    returning ${isRight} as "isRight", tries_left as "triesLeft"`.execute(db)
  return rows[0]
}

/** Of one person, or of everybody. With a hash, only if it is the current one. */
export async function deleteInvitationCodes(
  db: Db,
  { invitationId, personId }: Pick<CodeKey, 'invitationId'> & { personId?: string },
  hash?: Buffer,
) {
  await db
    .deleteFrom('member_invitation_code')
    .where('invitation_id', '=', invitationId)
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? ''))
    .$if(hash !== undefined, (query) => query.where('hash', '=', hash as Buffer))
    .execute()
}
