import { type dashboard, paths } from '@portico/contract'
import { Link } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { OWNER_CHANGES_PLAN, usePlansLink } from '../billing/use-plans-link.ts'
import { planFullText } from '../clients/client-count-text.ts'

interface Props {
  summary: dashboard.Summary
  onNewClient: () => void
  onNewProject: () => void
}

export function QuickActions({ summary, onNewClient, onNewProject }: Props) {
  const plans = usePlansLink()
  const isFull = summary.clients.remaining === 0
  return (
    <section data-no-print>
      <div className="section__head">
        <h2>Quick Actions</h2>
      </div>
      <div className="actions quick">
        <Button
          // Not `disabled`, so that it stays focusable and can explain why.
          aria-disabled={isFull || undefined}
          aria-describedby={isFull ? 'quick-full' : undefined}
          onClick={() => isFull || onNewClient()}
        >
          New client
        </Button>
        <Button onClick={onNewProject}>New project</Button>
        <Link className="btn btn--secondary" to={paths.freelancer.projects}>
          Manage Projects
        </Link>
        <Link className="btn btn--secondary" to={paths.freelancer.projects}>
          Projects
        </Link>
        <Link className="btn btn--secondary" to={paths.freelancer.clients}>
          Clients
        </Link>
      </div>
      {isFull && (
        <p className="small muted quick__full">
          <span id="quick-full">{planFullText(summary)}</span>{' '}
          {plans ? (
            <Link className="link" to={plans}>
              Choose another plan
            </Link>
          ) : (
            OWNER_CHANGES_PLAN
          )}
        </p>
      )}
    </section>
  )
}
