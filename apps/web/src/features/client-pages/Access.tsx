import { type clients, pluralForm } from '@portico/contract'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { ResetAccess } from '../clients/ResetAccess.tsx'
import { ArchiveClientButton, type useArchiving } from './ArchiveClient.tsx'
import { DeleteClient } from './DeleteClient.tsx'
import '../../ui/Facts.css'
import '../clients/clients.css'

interface Props {
  client: clients.ClientDetail
  archiving: ReturnType<typeof useArchiving>
}

export function Access({ client, archiving }: Props) {
  const { linksAlive, sessionsAlive, lastOpenedAt, lastSeenAt, lastPreviewedAt } = client.access
  return (
    <section aria-labelledby="client-access">
      <div className="section__head">
        <h2 id="client-access">Access</h2>
      </div>
      <dl className="facts client__access">
        <div>
          <dt>Links that work</dt>
          <dd className="num">{linksAlive || 'None'}</dd>
        </div>
        <div>
          <dt>Signed in</dt>
          <dd className="num">{devicesText(sessionsAlive)}</dd>
        </div>
        <div>
          <dt>Link last opened</dt>
          {/* Counts working links only, not replaced ones. */}
          <dd>{lastOpenedAt ? <RelativeTime instant={lastOpenedAt} /> : 'Not yet'}</dd>
        </div>
        <div>
          <dt>Last seen</dt>
          <dd>{lastSeenAt ? <RelativeTime instant={lastSeenAt} /> : 'Never'}</dd>
        </div>
        <div>
          <dt>Your last preview</dt>
          <dd>{lastPreviewedAt ? <RelativeTime instant={lastPreviewedAt} /> : 'Never'}</dd>
        </div>
      </dl>
      <div className="client__acts">
        <ResetAccess client={client} />
        <ArchiveClientButton client={client} archiving={archiving} />
        <DeleteClient client={client} archiving={archiving} />
      </div>
    </section>
  )
}

function devicesText(count: number) {
  if (count === 0) return 'Nowhere'
  return pluralForm(count, 'On one device', `On ${count} devices`)
}
