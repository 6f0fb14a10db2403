import { type dashboard, PLANS } from '@portico/contract'
import type { ReactNode } from 'react'
import { SubscriptionBadge } from '../../ui/Badge.tsx'
import { Skeleton } from '../../ui/States.tsx'

export function PlanFigures({ summary }: { summary: dashboard.Summary | undefined }) {
  return (
    <dl className="strip">
      <Tile name="Plan">{summary && PLANS[summary.plan].title}</Tile>
      <Tile name="Clients Used">
        {summary && (
          <>
            {summary.clients.used}
            <span className="of">/ {summary.clients.limit}</span>
          </>
        )}
      </Tile>
      {/* A nought is a figure too. */}
      <Tile name="Remaining Slots">{summary && String(summary.clients.remaining)}</Tile>
      <Tile name="Status">{summary && <SubscriptionBadge status={summary.subscriptionStatus} />}</Tile>
    </dl>
  )
}

function Tile({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? <Skeleton tall />}</dd>
    </div>
  )
}
