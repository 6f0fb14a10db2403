import type { clients } from '@portico/contract'
import { formatDateTime, formatTimeAgo } from '../../ui/dates.ts'
import { DeleteClient } from './DeleteClient.tsx'
import { ResetAccess } from './ResetAccess.tsx'
import '../../ui/Facts.css'
import './clients.css'

export function Access({ client }: { client: clients.ClientDetail }) {
  const { linksAlive, lastOpenedAt, lastSeenAt } = client.access
  return (
    <section className="rest" aria-labelledby="client-access">
      <div className="section__head">
        <h2 id="client-access">Access</h2>
      </div>
      <dl className="facts client__access">
        <div>
          <dt>Links that work</dt>
          <dd className="num">{linksAlive || 'None'}</dd>
        </div>
        <div>
          <dt>Last opened</dt>
          <dd>
            <When instant={lastOpenedAt} />
          </dd>
        </div>
        <div>
          <dt>Last seen</dt>
          <dd>
            <When instant={lastSeenAt} />
          </dd>
        </div>
      </dl>
      <div className="client__acts">
        <ResetAccess client={client} />
        <DeleteClient client={client} />
      </div>
    </section>
  )
}

function When({ instant }: { instant: string | null }) {
  if (!instant) return 'Never'
  return (
    <time dateTime={instant} title={formatDateTime(instant)}>
      {formatTimeAgo(instant)}
    </time>
  )
}
