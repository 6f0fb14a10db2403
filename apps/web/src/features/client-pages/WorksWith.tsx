import { type clients, paths } from '@portico/contract'
import { useNavigate } from 'react-router'
import { isSignedIn } from '../../app/session.ts'
import { useRestorableOpen } from '../../app/use-restorable-open.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useTeam } from '../accounts/dashboard.queries.ts'
import '../../ui/Rows.css'
import '../clients/clients.css'

const MembersPanel = lazyDialog(() => import('../clients/MembersPanel.tsx'))
const HandOverPanel = lazyDialog(() => import('../clients/HandOverPanel.tsx'))

/** Who of the team works with the client. Nothing for who works alone. */
export function WorksWith({ client }: { client: clients.ClientDetail }) {
  const team = useTeam()
  const choosing = useRestorableOpen('client-members')
  const giving = useRestorableOpen('hand-over')
  const navigate = useNavigate()
  if (!team) return null
  const isManager = team.role !== 'member'
  const mayGive = (isManager || isSignedIn('freelancer', client.lead.id)) && !client.archivedAt
  // Who sees the assigned only does not see the client afterwards.
  const leave = team.sees === 'all' ? undefined : async () => navigate(paths.freelancer.clients)
  return (
    <section aria-labelledby="client-members">
      <div className="section__head">
        <h2 id="client-members" className="cut" title={`Works with ${client.firstName}`}>
          Works with {client.firstName}
        </h2>
        {isManager && (
          <Button
            look="quiet"
            size="sm"
            className="client__edit"
            aria-label={`Change who works with ${client.firstName}`}
            onClick={() => choosing.open()}
          >
            Change
          </Button>
        )}
      </div>
      <ul className="rows" aria-labelledby="client-members">
        {client.members.map((member) => (
          <MemberRow key={member.id} member={member} isLead={member.id === client.lead.id} />
        ))}
      </ul>
      {mayGive && (
        <div className="client__acts">
          <Button look="quiet" onClick={() => giving.open()}>
            <span className="cut">Give {client.firstName} to somebody else</span>
          </Button>
        </div>
      )}
      {choosing.isOpen && isManager && <MembersPanel client={client} onClose={choosing.close} />}
      {giving.isOpen && mayGive && <HandOverPanel client={client} leave={leave} onClose={giving.close} />}
    </section>
  )
}

function MemberRow({ member: { id, name }, isLead }: { member: clients.ClientMember; isLead: boolean }) {
  return (
    <li className="client-row__who">
      <Avatar name={name} small />
      <div>
        <div className="row__title cut" title={name}>
          {name}
          {isSignedIn('freelancer', id) && <span className="muted"> (you)</span>}
        </div>
        {isLead && <div className="row__sub">Leads</div>}
      </div>
    </li>
  )
}
