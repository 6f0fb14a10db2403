import { AUDIT_ACTIONS, type audit as contract } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { currentRequest } from '../../platform/http/current-request.ts'
import { deviceName } from '../../platform/http/device-name.ts'
import { afterCommit } from '../../platform/sql/after-commit.ts'
import { statement } from '../../platform/sql/statement.ts'
import { findMemberships } from '../access/memberships.ts'

/**
 * Who did it, in whose log: what concerns a person and not one workspace is in the log of every workspace that they are a member of. A
 * guest has a name and no id, an operator and the system have neither.
 */
export type AuditActor =
  | Pick<Actor, 'side' | 'personId' | 'workspaceId'>
  | { side: 'freelancer'; personId: string }
  | { side: 'guest'; workspaceId: string; name: string }
  | { side: 'operator' | 'system'; workspaceId: string }
  /** What the operator or the system does to a person. */
  | { side: 'operator' | 'system'; about: string }

type AuditContext = Pick<AppContext, 'db' | 'clock' | 'log'>

export interface NewEntry {
  action: contract.Action
  /** What it was done to. Its name is read where it is not given, so call this before it is deleted. */
  target?: { kind: contract.TargetKind; id: string; name?: string }
  /** No secrets, and no text that somebody wrote. */
  details?: contract.Details
}

/**
 * Writes an entry of the security log in the caller's transaction, so that neither it nor the change exists without the other. The log
 * on standard output gets it after the commit.
 */
export async function audit(ctx: AuditContext, by: AuditActor, entry: NewEntry) {
  const workspaceIds =
    'workspaceId' in by
      ? [by.workspaceId]
      : await findMemberships(ctx.db, 'about' in by ? by.about : by.personId)
  for (const workspaceId of workspaceIds) await writeEntry(ctx, { ...by, workspaceId }, entry)
}

async function writeEntry(
  { db, clock, log }: AuditContext,
  by: AuditActor & { workspaceId: string },
  { action, target, details = {} }: NewEntry,
) {
  const request = currentRequest()
  // The actor is the client whose portal it is. That the freelancer looks at it has its entry.
  if (request?.isPreview) return
  const { side, workspaceId } = by
  const row = {
    id: newId(),
    workspaceId,
    at: clock.now().toISOString(),
    actorType: side,
    actorId: 'personId' in by ? by.personId : null,
    actorName: 'name' in by ? by.name : null,
    action,
    ...AUDIT_ACTIONS[action],
    targetKind: target?.kind ?? null,
    targetId: target?.id ?? null,
    targetName: target?.name ?? null,
    device: deviceName(request?.userAgent),
    address: request?.address ?? null,
    details: JSON.stringify(details),
  }
  const [names] = await insertEntry(db, row)
  const { text: _, ...line } = row
  afterCommit(db, () => log.info({ log: 'audit', ...line, ...names, details }, action))
}

type Row = {
  [Key in 'id' | 'workspaceId' | 'at' | 'actorType' | 'action' | 'group' | 'text' | 'details']: string
} & {
  [Key in 'actorId' | 'actorName' | 'targetKind' | 'targetId' | 'targetName' | 'device' | 'address']:
    | string
    | null
}

const freelancerName = (id: RawBuilder<unknown>) => sql`(select name from freelancer where id = ${id}::uuid)`
const clientName = (id: RawBuilder<unknown>) =>
  sql`(select first_name || ' ' || last_name from client where id = ${id}::uuid)`

const insertEntry = statement<Row, { actorName: string | null; targetName: string | null }>(
  'insert_audit_entry',
  ($) => sql`
    insert into audit_entry (id, workspace_id, at, actor_type, actor_id, actor_name, action, action_group, target_kind, target_id,
      target_name, device, address, details, words)
    select ${$.id}::uuid, ${$.workspaceId}::uuid, ${$.at}::timestamptz, ${$.actorType}::text, ${$.actorId}::uuid, actor, ${$.action},
      ${$.group}, ${$.targetKind}::text, ${$.targetId}::uuid, target, ${$.device}::text, ${$.address}::text, ${$.details}::jsonb,
      search_text(concat_ws(' ', actor, ${$.text}::text, target, ${$.device}, ${$.address}))
    from (
      select coalesce(${$.actorName}::text, case ${$.actorType} when 'freelancer' then ${freelancerName($.actorId)}
          when 'client' then ${clientName($.actorId)} end) as actor,
        coalesce(${$.targetName}::text, case ${$.targetKind} when 'person' then ${freelancerName($.targetId)}
          when 'client' then ${clientName($.targetId)}
          when 'project' then (select title from project where id = ${$.targetId})
          when 'file' then (select name from file where id = ${$.targetId})
          when 'request' then (select title from request where id = ${$.targetId}) end) as target
    ) as names
    returning actor_name as "actorName", target_name as "targetName"`,
)
