import { paths } from '@portico/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useRestorableOpen } from '../../app/use-restorable-open.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { EmptyState, LoadFailed, Loading, Notice } from '../../ui/States.tsx'
import { dashboardSummary } from '../accounts/dashboard.queries.ts'
import { useMine } from '../accounts/use-mine.ts'
import { OWNER_CHANGES_PLAN, usePlansLink } from '../billing/use-plans-link.ts'
import { ClientRows, ClientRowsSkeleton } from '../clients/ClientRows.tsx'
import { clientCountText, planFullText } from '../clients/client-count-text.ts'
import { clientList } from '../clients/clients.queries.ts'
import '../clients/clients.css'

const CreateClientPanel = lazyDialog(() => import('../clients/CreateClientPanel.tsx'))
const CreateProjectPanel = lazyDialog(() => import('../projects/CreateProjectPanel.tsx'))

const choices = ['All', 'Archived'] as const
const teamChoices = ['Mine', ...choices] as const

export const meta = privatePageMeta('Clients')

export default function ClientsPage() {
  const [params, setParams] = useSearchParams()
  const archived = params.get('archived') === 'true'
  const sort = params.get('sort') === 'name' ? 'name' : 'activity'
  const whose = useMine()
  const mine = whose.mine && !archived
  const list = useInfiniteQuery(clientList({ archived, sort, mine }))
  const { data: summary } = useQuery(dashboardSummary)
  const change = (values: Record<string, string | undefined>) =>
    setParams(
      (former) => {
        const next = new URLSearchParams(former)
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  function choose(choice: (typeof teamChoices)[number]) {
    if (choice === 'Archived' || !whose.canChoose)
      return change({ archived: choice === 'Archived' ? 'true' : undefined })
    const mine = choice === 'Mine'
    whose.remember(mine)
    change({ archived: undefined, mine: String(mine) })
  }
  const creating = useRestorableOpen('new-client')
  const projectFor = useRestorableOpen('new-project')
  const plans = usePlansLink()

  const isPending = list.isPending || !whose.isKnown
  const rows = isPending ? undefined : list.data?.pages.flatMap((page) => page.items.clients)
  const client = rows?.find(({ id }) => id === projectFor.about)
  const full = summary?.clients.remaining === 0
  const create = (
    <Button
      look="primary"
      // Not `disabled`, so that it stays focusable and can explain why.
      aria-disabled={full || undefined}
      aria-describedby={full ? 'clients-full' : undefined}
      onClick={() => full || creating.open()}
    >
      + Create Client
    </Button>
  )

  return (
    <Page
      heading="Your Clients"
      // Keeps the height of the line while loading.
      summary={summary ? clientCountText(summary) : '\u00a0'}
      actions={(archived || mine || rows?.length !== 0) && create}
    >
      {full && (
        <div className="clients__full">
          <Notice>
            <span id="clients-full">{planFullText(summary)}</span>{' '}
            {plans ? (
              <>
                <Link className="link" to={plans}>
                  Choose another plan
                </Link>{' '}
                or archive a client on their page.
              </>
            ) : (
              `Archive a client on their page. ${OWNER_CHANGES_PLAN}`
            )}
          </Notice>
        </div>
      )}
      {(archived || whose.canChoose || rows?.length !== 0) && (
        <div className="clients__filter">
          <Segments
            label="Clients"
            options={whose.canChoose ? teamChoices : choices}
            value={archived ? 'Archived' : mine ? 'Mine' : 'All'}
            onChange={choose}
          />
          {rows !== undefined && rows.length > 1 && (
            <label>
              <span className="vh">Order</span>
              <select
                className="input"
                value={sort}
                onChange={({ target }) => change({ sort: target.value === 'name' ? 'name' : undefined })}
              >
                <option value="activity">Last activity first</option>
                <option value="name">By name</option>
              </select>
            </label>
          )}
        </div>
      )}
      {isPending && (
        <Loading says="Loading clients...">
          <ClientRowsSkeleton />
        </Loading>
      )}
      {rows === undefined && list.isError && (
        <LoadFailed title="Your clients did not load" error={list.error} onRetry={() => list.refetch()} />
      )}
      {rows?.length === 0 && archived && (
        <EmptyState title="No client is archived." drawing="shelf">
          When a client’s work is done, archive them on their page. Nothing is lost, and their place is free.
        </EmptyState>
      )}
      {rows?.length === 0 && mine && (
        <EmptyState
          title="You work with no client yet."
          drawing="shelf"
          action={<Button onClick={() => choose('All')}>Show all clients</Button>}
        >
          Your colleagues’ clients are under All. Who works with one is on the client’s page.
        </EmptyState>
      )}
      {rows?.length === 0 && !archived && !mine && (
        <EmptyState title="You have no clients yet." drawing="door" action={create}>
          Create one and Portico makes the link they come in by.{' '}
          <Link className="link" to={paths.freelancer.archivedClients}>
            Archived clients
          </Link>
        </EmptyState>
      )}
      {rows !== undefined && rows.length > 0 && (
        <ClientRows clients={rows} onCreateProject={({ id }) => projectFor.open(id)} />
      )}
      <MoreRows query={list} />

      {creating.isOpen && <CreateClientPanel onClose={creating.close} />}
      {client && <CreateProjectPanel client={client} onClose={projectFor.close} />}
    </Page>
  )
}
