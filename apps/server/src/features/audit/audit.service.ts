import { Readable } from 'node:stream'
import { AUDIT_ACTIONS, AUDIT_GROUPS, type audit as contract } from '@portico/contract'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { BYTE_ORDER_MARK, csvRow } from '../../platform/http/csv.ts'
import { bindPayer } from '../../platform/sql/current-account.ts'
import { FIRST_PAGE, type PageParams } from '../../platform/sql/paging.ts'
import { requireRight } from '../access/member-rules.ts'
import { deleteEntriesBefore, listEntries } from './audit.repository.ts'
import { audit } from './audit.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    deleteExpiredAuditEntries: Record<never, never>
  }
}

export function getEntries(
  { db }: AppContext,
  freelancer: Freelancer,
  filter: contract.Filter,
  page: PageParams,
) {
  requireRight(freelancer, { kind: 'read_log' })
  return listEntries(db, freelancer, filter, page)
}

/** Limits how many entries are in memory at once. */
const EXPORTED_AT_ONCE = 1_000

/** Streams the export while it reads the entries. The export is itself an entry. */
export async function exportEntries(ctx: AppContext, freelancer: Freelancer, filter: contract.Filter) {
  requireRight(freelancer, { kind: 'read_log' })
  await audit(ctx, freelancer, { action: 'export.audit' })
  // Whoever reads the stream calls the generator, and does not pay.
  const readPage = bindPayer((cursor: string) =>
    listEntries(ctx.db, freelancer, filter, { cursor, limit: EXPORTED_AT_ONCE }),
  )
  async function* write() {
    yield BYTE_ORDER_MARK + csvRow(COLUMNS)
    let cursor: string | null = FIRST_PAGE
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof readPage>> = await readPage(cursor)
      const entries: contract.Entry[] = JSON.parse(page.json)
      yield entries.map(toRow).join('')
      cursor = page.next
    }
  }
  return Readable.from(write())
}

const COLUMNS = ['At', 'Who', 'Kind', 'Action', 'To', 'Kind', 'Group', 'Device', 'Address', 'Details', 'Id']

function toRow({ id, at, actor, action, group, target, device, address, details }: contract.Entry) {
  const facts = Object.entries(details).map(([name, value]) => `${name}: ${value}`)
  return csvRow([
    at,
    actor.name,
    actor.type,
    AUDIT_ACTIONS[action].text,
    target?.name ?? null,
    target?.kind ?? null,
    AUDIT_GROUPS[group],
    device,
    address,
    facts.join('\n'),
    id,
  ])
}

const DELETED_AT_ONCE = 1_000

export async function deleteExpiredAuditEntries({ db, clock, config }: AppContext) {
  const before = new Date(clock.now().getTime() - config.auditDays * 86_400_000)
  while ((await deleteEntriesBefore(db, before, DELETED_AT_ONCE)) === DELETED_AT_ONCE);
}
