import { type clients, paths } from '@portico/contract'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { isSignedIn } from '../../app/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { StatusBadge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatTimeAgo } from '../../ui/dates.ts'
import { useNow } from '../../ui/use-now.ts'
import { useTeam } from '../accounts/dashboard.queries.ts'
import { fullName } from './full-name.ts'
import { waitingTexts } from './waiting-texts.ts'
import '../../ui/Rows.css'
import './clients.css'

interface Props {
  clients: clients.ListedClient[]
  onCreateProject: (client: clients.Client) => void
}

export function ClientRows({ clients, onCreateProject }: Props) {
  return (
    <Rows>
      {clients.map((client) => (
        <ClientRow key={client.id} client={client} onCreateProject={() => onCreateProject(client)} />
      ))}
    </Rows>
  )
}

function Rows({ children }: { children: ReactNode }) {
  return (
    <ul className="rows rows--cols client-rows">
      <li className="rows__labels" aria-hidden="true">
        <span>Name</span>
        <span>Email</span>
        <span>Company</span>
        <span />
      </li>
      {children}
    </ul>
  )
}

interface RowProps {
  client: clients.ListedClient
  onCreateProject: () => void
}

function ClientRow({ client, onCreateProject }: RowProps) {
  const id = useId()
  const name = fullName(client)
  const isTeam = Boolean(useTeam())
  const company = client.company ?? 'N/A'
  const address = paths.freelancer.client(client.id)
  return (
    <li className="row">
      <div className="span client-row__who">
        <Avatar name={name} />
        <div>
          <div className="row__title cut">
            {/* The whole row is a link for the pointer; the keyboard uses View Details. */}
            <Link id={id} to={address} tabIndex={-1} title={name}>
              {name}
            </Link>
          </div>
          <div className="row__sub only-small">
            <div className="cut">{client.email}</div>
            <div className="cut">{company}</div>
          </div>
          <Waiting {...client} isTeam={isTeam} />
        </div>
      </div>
      <span className="soft cut only-big" title={client.email}>
        {client.email}
      </span>
      <span className="soft cut only-big" title={company}>
        {company}
      </span>
      <div className="row__acts row__acts--under span">
        <Link className="btn btn--quiet btn--sm" to={address} aria-describedby={id}>
          View Details
        </Link>
        {client.archivedAt ? (
          <StatusBadge status="Archived" />
        ) : (
          <Button size="sm" aria-describedby={id} onClick={onCreateProject}>
            Create Project
          </Button>
        )}
      </div>
    </li>
  )
}

/** Who leads, what waits for whom, and when something last happened. */
function Waiting({
  firstName,
  lead,
  waiting,
  lastActivityAt,
  isTeam,
}: clients.ListedClient & { isTeam: boolean }) {
  const now = useNow()
  if (!waiting || !lastActivityAt) return null
  const texts = waitingTexts(firstName, waiting)
  return (
    <p className="row__sub">
      {isTeam && lead && <>Led by {isSignedIn('freelancer', lead.id) ? 'you' : <bdi>{lead.name}</bdi>}. </>}
      {texts.length > 0 && `${texts.join(', ')}. `}
      Last active <time dateTime={lastActivityAt}>{formatTimeAgo(lastActivityAt, now)}</time>.
    </p>
  )
}

export function ClientRowsSkeleton() {
  return (
    <Rows>
      {['first', 'second', 'third'].map((row) => (
        <li key={row} className="row client-skeleton">
          <div className="span client-row__who">
            <span className="skeleton avatar" />
            <div>
              <span className="skeleton-line" />
              <span className="skeleton-line skeleton-line--sm only-small" />
              <span className="skeleton-line skeleton-line--sm only-small" />
            </div>
          </div>
          <span className="skeleton-line only-big" />
          <span className="skeleton-line only-big" />
          <div className="row__acts row__acts--under span">
            <span className="skeleton btn btn--sm" />
          </div>
        </li>
      ))}
    </Rows>
  )
}
