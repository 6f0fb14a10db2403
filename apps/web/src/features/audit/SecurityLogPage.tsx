import { paths } from '@portico/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useMemberRole } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { auditEntries, exportAudit } from './audit.queries.ts'
import { SecurityLogFilters } from './SecurityLogFilters.tsx'
import { SecurityLogRow } from './SecurityLogRow.tsx'
import { useAuditFilter } from './use-audit-filter.ts'
import '../../ui/Rows.css'
import './security-log.css'

export const meta = privatePageMeta('Security Log')

export default function SecurityLogPage() {
  return useMemberRole() === 'member' ? <NotForMembers /> : <SecurityLog />
}

function NotForMembers() {
  return (
    <Page heading="Security log" back={{ to: paths.freelancer.security, label: 'Back to Security' }}>
      <EmptyState title="Only the owner and the admins read the security log." drawing="door">
        Ask one of them if you need to know something that is in it.
      </EmptyState>
    </Page>
  )
}

function SecurityLog() {
  const state = useAuditFilter()
  const { filter, clear } = state
  const query = useInfiniteQuery(auditEntries(filter))
  const download = useMutation(exportAudit(filter))
  const { data, error, refetch, hasNextPage } = query
  const entries = data?.pages.flatMap(({ items }) => items)
  return (
    <Page
      heading="Security log"
      summary="Who did what that concerns safety, when, and from where. Nobody can change it."
      back={{ to: paths.freelancer.security, label: 'Back to Security' }}
      actions={
        <Button busy={download.isPending} onClick={() => download.mutate()}>
          Download as CSV
        </Button>
      }
    >
      <SecurityLogFilters {...state} />
      {!entries && error && (
        <LoadFailed title="The log did not load" error={error} onRetry={() => refetch()} />
      )}
      {!entries && !error && (
        <Loading says="Loading the log...">
          <SkeletonRows />
        </Loading>
      )}
      {/* A page can be empty although there are more: the server looks at so many entries at a time. */}
      {entries?.length === 0 && !hasNextPage && (
        <EmptyState title="Nothing here." drawing="shelf">
          <Button onClick={clear}>Clear filters</Button>
        </EmptyState>
      )}
      {entries && entries.length > 0 && (
        <ul className="rows rows--cols log-rows" aria-label="Security log">
          <li className="rows__labels" aria-hidden="true">
            <span>What</span>
            <span>From where</span>
            <span>When</span>
          </li>
          {entries.map((entry) => (
            <SecurityLogRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      <MoreRows query={query} />
    </Page>
  )
}
