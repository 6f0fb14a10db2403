import type { receipts } from '@portico/contract'
import { NO_HASH } from '@portico/contract/receipt-hash'
import { sql } from 'kysely'
import type { Actor, ClientUser } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { instant, type Json } from '../../platform/sql/json.ts'
import { FIRST_PAGE, type Page, type PageParams } from '../../platform/sql/paging.ts'
import { reachable, reachableProject } from '../access/reachable.ts'
import type { LastReceipts } from './receipts.mail.ts'

/** The contents of the next receipt of a project, without id, hash and decision. */
export type ReceiptContents = Omit<
  receipts.Receipt,
  'id' | 'hash' | 'signature' | 'decision' | 'withdraws' | 'files'
> & { projectId: string; files: receipts.ReceiptFile[] | null }

/** The receipt as it is given out. */
const signedReceipt = (alias: string) =>
  sql<receipts.Receipt>`${sql.ref(`${alias}.receipt`)} || jsonb_build_object('signature', ${sql.ref(`${alias}.signature`)})`

/**
 * What this person decides on a group of reviews, of which at least one is approved. The caller has locked the project, so nobody else uses
 * this number.
 */
export async function readReceiptContents(trx: Db, { personId }: ClientUser, groupId: string) {
  const file = sql`'name', r.file_name, 'version', r.version, 'size', r.size, 'sha256', encode(r.sha256, 'hex')`
  const { rows } = await sql<ReceiptContents>`
    select p.id as "projectId", p.title as project, coalesce(last.number, 0) + 1 as number,
      json_build_object('name', c.first_name || ' ' || c.last_name, 'email', c.email) as client,
      json_build_object(${file}) as file, decided.files,
      case when decided.files is null or r.is_choice then r.comment end as comment,
      r.identified_by as "identifiedBy", ${instant('r.decided_at')} as "decidedAt",
      coalesce(last.receipt->>'hash', ${NO_HASH}) as "previousHash"
    from review r join project p on p.id = r.project_id join client c on c.id = ${personId}
      cross join lateral (
        select case when count(*) > 1 or bool_or(r.is_choice) then json_agg(json_build_object(${file},
          'decision', case when r.is_choice and r.state = 'approved' then 'chosen' else r.state end,
          'comment', case when not r.is_choice then r.comment end) order by r.id) end as files
        from review r where r.group_id = ${groupId} and r.decided_at is not null
      ) as decided
      left join lateral (select * from receipt where project_id = p.id order by number desc limit 1) as last on true
    where r.group_id = ${groupId} and r.state = 'approved' order by r.id limit 1`.execute(trx)
  return rows[0]
}

export async function insertReceipt(
  trx: Db,
  {
    projectId,
    groupId,
    receipt: { signature, ...receipt },
  }: { projectId: string; groupId: string; receipt: receipts.Receipt },
) {
  await sql`
    insert into receipt (id, project_id, review_id, number, receipt, signature)
    values (${receipt.id}, ${projectId}, ${groupId}, ${receipt.number}, ${JSON.stringify(receipt)},
      ${JSON.stringify(signature)})`.execute(trx)
}

/** The receipt of the latest approval of a group. */
export async function findReceiptOfGroup(trx: Db, groupId: string) {
  const found = await trx
    .selectFrom('receipt')
    .select('receipt')
    .where('review_id', '=', groupId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.receipt
}

/** Undefined when this person cannot reach it. */
export async function findReceipt(db: Db, actor: Actor, id: string) {
  const { rows } = await sql<{ json: Json<receipts.Receipt> }>`
    select (${signedReceipt('x')})::text as json from receipt x join project p on p.id = x.project_id
    where x.id = ${id} and ${reachableProject(actor.side, actor, 'p')}`.execute(db)
  return rows[0]?.json
}

/** Undefined when this person cannot reach the receipt. */
export async function findNewestReceipt(db: Db, actor: Actor, id: string) {
  const { rows } = await sql<{ json: Json<receipts.Receipt> }>`
    select (${signedReceipt('newest')})::text as json from receipt x join project p on p.id = x.project_id
      cross join lateral (select * from receipt where project_id = p.id order by number desc limit 1) newest
    where x.id = ${id} and ${reachableProject(actor.side, actor, 'p')}`.execute(db)
  return rows[0]?.json
}

/** Its `receipt` is null while the approval stands. Undefined when this person cannot reach the approval. */
export async function findWithdrawal(db: Db, actor: Actor, id: string) {
  const { rows } = await sql<{ json: Json<{ receipt: receipts.Receipt | null }> }>`
    select json_build_object('receipt', (
      select ${signedReceipt('w')} from receipt w where w.project_id = x.project_id and w.receipt->>'withdraws' = x.id::text
    ))::text as json
    from receipt x join project p on p.id = x.project_id
    where x.id = ${id} and ${reachableProject(actor.side, actor, 'p')}`.execute(db)
  return rows[0]?.json
}

export async function isReachableProject(db: Db, actor: Actor, id: string) {
  const { rows } = await sql`
    select from project p where p.id = ${id} and ${reachableProject(actor.side, actor, 'p')}`.execute(db)
  return rows.length > 0
}

/** Newest first. Includes projects in the bin, so that their receipts can still be saved. */
export async function listReceipts(
  db: Db,
  actor: Actor,
  of: { projectId?: string | undefined; clientId?: string | undefined },
  { cursor, limit }: PageParams,
) {
  const { rows } = await sql<Page<receipts.Receipt[]>>`
    select coalesce(json_agg(item.receipt order by item.id desc) filter (where item.n <= ${limit}), '[]')::text as json,
      case when count(*) > ${limit} then min(item.id::text) filter (where item.n = ${limit}) end as next
    from (
      select x.id, ${signedReceipt('x')} as receipt, row_number() over (order by x.id desc) as n
      from project p join receipt x on x.project_id = p.id
      where ${reachable(actor.side, actor, 'p')} and x.id < ${cursor ?? FIRST_PAGE}
        ${of.projectId === undefined ? sql`` : sql`and p.id = ${of.projectId}`}
        ${of.clientId === undefined ? sql`` : sql`and p.client_id = ${of.clientId}`}
      order by x.id desc limit ${limit} + 1
    ) as item`.execute(db)
  return rows[0] as Page<receipts.Receipt[]>
}

export type ReceiptOwner = { projectId: string } | { clientId: string } | { workspaceId: string }

/** The receipts of each client who has any, with what an email about them needs. */
export async function readReceiptsByClient(trx: Db, of: ReceiptOwner) {
  const owned =
    'projectId' in of
      ? sql`p.id = ${of.projectId}`
      : 'clientId' in of
        ? sql`p.client_id = ${of.clientId}`
        : sql`p.workspace_id = ${of.workspaceId}`
  const { rows } = await sql<LastReceipts>`
    select json_build_object('firstName', c.first_name, 'lastName', c.last_name, 'email', c.email) as client,
      json_build_object('id', f.id, 'name', f.name, 'company', w.name, 'email', f.email,
        'isConfirmed', f.email_confirmed_at is not null) as freelancer,
      ${'projectId' in of ? sql`min(p.title)` : sql`null`} as project, json_agg(${signedReceipt('x')} order by p.id, x.number) as receipts
    from project p join receipt x on x.project_id = p.id
      join client c on c.id = p.client_id join workspace w on w.id = p.workspace_id join freelancer f on f.id = c.lead_id
    where ${owned} group by c.id, f.id, w.id`.execute(trx)
  return rows
}

export interface MailedReceipt {
  /** The person who has the address that the receipt names, else the client. */
  clientId: string
  firstName: string
  /** Whether they still has the address that the receipt names. */
  isCurrent: boolean
  freelancer: { name: string; company: string | null; email: string; isConfirmed: boolean }
  receipt: receipts.Receipt
}

/** A receipt with what its email needs. Undefined when it was deleted. */
export async function findReceiptToMail(db: Db, id: string) {
  const { rows } = await sql<MailedReceipt>`
    select c.id as "clientId", c.first_name as "firstName", lower(c.email) = lower(x.receipt->'client'->>'email') as "isCurrent",
      json_build_object('name', f.name, 'company', w.name, 'email', f.email,
        'isConfirmed', f.email_confirmed_at is not null) as freelancer, ${signedReceipt('x')} as receipt
    from receipt x join project p on p.id = x.project_id join workspace w on w.id = p.workspace_id
      cross join lateral (
        select * from client where id = p.client_id or contact_of = p.client_id
        order by lower(email) = lower(x.receipt->'client'->>'email') desc, contact_of nulls first limit 1
      ) as c join freelancer f on f.id = c.lead_id
    where x.id = ${id}`.execute(db)
  return rows[0]
}

/** All receipts of an account, sorted by project and number, the order in which /verify checks them. */
export async function readReceiptsOfAccount(db: Db, workspaceId: string) {
  const { rows } = await sql<{ receipt: receipts.Receipt }>`
    select ${signedReceipt('x')} as receipt from receipt x join project p on p.id = x.project_id
    where p.workspace_id = ${workspaceId} order by p.id, x.number`.execute(db)
  return rows.map(({ receipt }) => receipt)
}
