import type { clients } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { longDate } from '../../ui/dates.ts'
import { MailLink } from '../../ui/MailLink.tsx'
import { AssociatedProjects } from './AssociatedProjects.tsx'
import { resendLogin } from './clients.queries.ts'
import { DeleteClient } from './DeleteClient.tsx'
import '../../ui/Facts.css'
import '../../ui/split.css'
import './clients.css'

const CreateProjectPanel = lazy(() => import('../projects/CreateProjectPanel.tsx'))

export function ClientActions({ client }: { client: clients.Client }) {
  const resend = useMutation(resendLogin(client.id))
  const [creating, setCreating] = useState(false)
  return (
    <>
      <Button busy={resend.isPending} busyLabel="Sending..." onClick={() => resend.mutate()}>
        Resend Login Link
      </Button>
      <Button look="primary" onClick={() => setCreating(true)}>
        Create Project
      </Button>
      <Suspense fallback={null}>
        {creating && <CreateProjectPanel client={client} onClose={() => setCreating(false)} />}
      </Suspense>
    </>
  )
}

export function ClientBody({ client }: { client: clients.Client }) {
  return (
    <div className="split split--rail">
      <aside className="rest client__about" aria-label="About this client">
        <dl className="facts client__facts">
          <div>
            <dt>Email</dt>
            <dd>
              <MailLink email={client.email} />
            </dd>
          </div>
          <div>
            <dt>Company</dt>
            <dd>{client.company ?? 'N/A'}</dd>
          </div>
          <div>
            <dt>Joined on</dt>
            <dd className="num">{longDate(client.createdAt)}</dd>
          </div>
        </dl>
        <DeleteClient client={client} />
      </aside>
      <AssociatedProjects client={client} />
    </div>
  )
}
