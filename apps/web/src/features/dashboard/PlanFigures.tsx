import { type dashboard, PLANS } from '@portico/contract'
import type { ReactNode } from 'react'
import { useMemberRole } from '../../app/session.ts'
import { SubscriptionBadge } from '../../ui/Badge.tsx'

/** None without plans. Members see how many clients there is room for, and only the owner what the plan is. */
export function PlanFigures({ summary }: { summary: dashboard.Summary }) {
  const isOwner = useMemberRole() === 'owner'
  const { plan, subscriptionStatus, clients } = summary
  if (!plan || !subscriptionStatus) return null
  return (
    <dl className="strip">
      {isOwner && <Tile name="Plan">{PLANS[plan].title}</Tile>}
      <Tile name="Clients Used">
        {clients.used}
        <span className="of">/ {clients.limit}</span>
      </Tile>
      <Tile name="Remaining Slots">{clients.remaining}</Tile>
      {isOwner && (
        <Tile name="Status">
          <SubscriptionBadge status={subscriptionStatus} />
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
