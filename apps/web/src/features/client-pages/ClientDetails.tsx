import { type clients, paths } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useRestorableOpen } from '../../app/use-restorable-open.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/dates.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { loadWhenIdle } from '../../ui/load-when-idle.tsx'
import { MailLink } from '../../ui/MailLink.tsx'
import { EmailNotice } from '../accounts/EmailNotice.tsx'
import { ClientEmailRefused } from '../clients/ClientEmailRefused.tsx'
import { CopyLoginLink } from '../clients/CopyLoginLink.tsx'
import { resendLogin } from '../clients/clients.queries.ts'
import { InvitationNotice } from '../clients/InvitationNotice.tsx'
import { SeeAsClient } from '../clients/SeeAsClient.tsx'
import { Access } from './Access.tsx'
import { ArchivedClientBand, useArchiving } from './ArchiveClient.tsx'
import { AssociatedProjects } from './AssociatedProjects.tsx'
import { Contacts } from './Contacts.tsx'
import { WorksWith } from './WorksWith.tsx'
import '../../ui/Facts.css'
import '../../ui/split.css'
import '../clients/clients.css'

const CreateProjectPanel = lazyDialog(() => import('../projects/CreateProjectPanel.tsx'))
const TeamNotes = loadWhenIdle(() => import('../team-notes/TeamNotes.tsx'))
const EditClientPanel = lazyDialog(() => import('../clients/EditClientPanel.tsx'))

export function ClientActions({ client }: { client: clients.Client }) {
  if (!client.archivedAt) return <ActiveClientActions client={client} />
  return (
    <>
      <SeeAsClient client={client} />
      <CopyLoginLink client={client} />
      <Link className="btn btn--secondary" to={paths.freelancer.conversation(client.id)}>
        Read the chat
      </Link>
    </>
  )
}

function ActiveClientActions({ client }: { client: clients.Client }) {
  const resend = useMutation(resendLogin(client.id))
  const creating = useRestorableOpen('new-project')
  return (
    <>
      <SeeAsClient client={client} />
      <Button busy={resend.isPending} busyLabel="Sending..." onClick={() => resend.mutate()}>
        Resend Login Link
      </Button>
      <CopyLoginLink client={client} />
      <Button look="primary" onClick={() => creating.open()}>
        Create Project
      </Button>
      {creating.isOpen && <CreateProjectPanel client={client} onClose={creating.close} />}
    </>
  )
}

export function ClientBody({ client }: { client: clients.ClientDetail }) {
  const archiving = useArchiving(client)
  const editing = useRestorableOpen('edit-client')
  return (
    <>
      <ArchivedClientBand client={client} archiving={archiving} />
      <div className="page-notices">
        <EmailNotice />
        <ClientEmailRefused client={client} onChangeAddress={() => editing.open()} />
        <InvitationNotice client={client} />
      </div>
      <div className="split split--rail">
        <div className="set client__rail">
          <About client={client} onEdit={() => editing.open()} />
          <WorksWith client={client} />
        </div>
        <AssociatedProjects client={client} />
        <div className="rest client__rail">
          <Contacts client={client} />
          <TeamNotes place={{ kind: 'client', id: client.id }} isReadOnly={client.archivedAt !== null} />
          <Access client={client} archiving={archiving} />
        </div>
      </div>
      {editing.isOpen && !client.archivedAt && <EditClientPanel client={client} onClose={editing.close} />}
    </>
  )
}

function About({ client, onEdit }: { client: clients.ClientDetail; onEdit: () => void }) {
  return (
    <section aria-labelledby="about-client">
      <div className="section__head">
        <h2 id="about-client">Details</h2>
        {!client.archivedAt && (
          <Button look="quiet" size="sm" className="client__edit" aria-label="Edit client" onClick={onEdit}>
            Edit
          </Button>
        )}
      </div>
      <dl className="facts">
        <div>
          <dt>Email</dt>
          <dd>
            <MailLink email={client.email} />
          </dd>
        </div>
        {!client.archivedAt && (
          <div>
            <dt>Chat</dt>
            <dd>
              <Link className="link" to={paths.freelancer.conversation(client.id)}>
                Open the chat
              </Link>
            </dd>
          </div>
        )}
        <div>
          <dt>Company</dt>
          <dd>{client.company ?? 'N/A'}</dd>
        </div>
        <div>
          <dt>Joined on</dt>
          <dd className="num">{formatDate(client.createdAt)}</dd>
        </div>
      </dl>
    </section>
  )
}
