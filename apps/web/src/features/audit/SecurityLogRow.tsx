import { AUDIT_ACTIONS, type audit, plural } from '@portico/contract'
import { formatDateTime } from '../../ui/dates.ts'

const ACTOR_NAMES: Partial<Record<audit.ActorType, string>> = { operator: 'The operator', system: 'Portico' }

const METHODS: Record<string, string> = {
  password: 'With a password',
  link: 'By a login link',
  passkey: 'With a passkey',
  authenticator: 'With a code of an app',
  recovery_code: 'With a recovery code',
  logout: 'Logged out',
}

export function SecurityLogRow({ entry }: { entry: audit.Entry }) {
  const { at, actor, action, target, device, address } = entry
  const details = detailText(entry)
  const place = [device, address].filter(Boolean).join(', ')
  return (
    <li className="row">
      <div className="span">
        <div>
          <span className="row__title">{actor.name ?? ACTOR_NAMES[actor.type] ?? 'Somebody'}</span>{' '}
          {AUDIT_ACTIONS[action].text}
          {target && (
            <>
              {' '}
              <span className="row__title">{target.name ?? 'what is gone'}</span>
            </>
          )}
        </div>
        {details && <div className="row__sub">{details}</div>}
      </div>
      <span className="span row__sub">{place}</span>
      <time className="span row__sub num log-when" dateTime={at}>
        {formatDateTime(at)}
      </time>
    </li>
  )
}

function detailText({ action, details: { method, from, to, count } }: audit.Entry) {
  if (action === 'access.refused') return method
  if (from && to) return `From ${from} to ${to}`
  if (action === 'session.ended' && method !== 'logout') return plural(count ?? 0, 'session')
  if (action === 'link.ended' || action === 'handed_out.ended') return plural(count ?? 0, 'link')
  return method && METHODS[method]
}
