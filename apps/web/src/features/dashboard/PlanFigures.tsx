import { type dashboard, PLANS } from '@portico/contract'
import type { ReactNode } from 'react'
import { SubscriptionBadge } from '../../ui/Badge.tsx'

export function PlanFigures({ summary }: { summary: dashboard.Summary }) {
  return (
    <dl className="strip">
      <Tile name="Plan">{PLANS[summary.plan].title}</Tile>
      <Tile name="Clients Used">
        {summary.clients.used}
        <span className="of">/ {summary.clients.limit}</span>
      </Tile>
      <Tile name="Remaining Slots">{summary.clients.remaining}</Tile>
      <Tile name="Status">
        <SubscriptionBadge status={summary.subscriptionStatus} />
      </Tile>
    </dl>
  )
}

function Tile({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
