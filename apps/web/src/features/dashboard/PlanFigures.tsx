import { type dashboard, PLANS } from '@portico/contract'
import type { ReactNode } from 'react'
import { useMemberRole } from '../../app/session.ts'
import { SubscriptionBadge } from '../../ui/Badge.tsx'

/** Members see how many clients there is room for, and only the owner what the plan is. */
export function PlanFigures({ summary }: { summary: dashboard.Summary }) {
  const isOwner = useMemberRole() === 'owner'
  return (
    <dl className="strip">
      {isOwner && <Tile name="Plan">{PLANS[summary.plan].title}</Tile>}
      <Tile name="Clients Used">
        {summary.clients.used}
        <span className="of">/ {summary.clients.limit}</span>
      </Tile>
      <Tile name="Remaining Slots">{summary.clients.remaining}</Tile>
      {isOwner && (
        <Tile name="Status">
          <SubscriptionBadge status={summary.subscriptionStatus} />
        </Tile>
      )}
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
