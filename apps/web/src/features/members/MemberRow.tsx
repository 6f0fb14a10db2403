import { type members, plural } from '@portico/contract'
import { type ReactNode, useId } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { ROLE_TEXTS, SEES_TEXTS } from './role-text.ts'
import '../../ui/Rows.css'
import './members.css'

export function MemberRows({ children }: { children: ReactNode }) {
  return (
    <ul className="rows rows--cols member-rows" aria-label="Members">
      <li className="rows__labels" aria-hidden="true">
        <span>Name</span>
        <span>Role</span>
        <span>Works with</span>
        <span>Last seen</span>
        <span />
      </li>
      {children}
    </ul>
  )
}

interface Props {
  member: members.Member
  isSelf: boolean
  /** Absent where it is not theirs to do. */
  onChange: (() => void) | undefined
  onRemove: (() => void) | undefined
}

export function MemberRow({ member, isSelf, onChange, onRemove }: Props) {
  const { name, email, role, sees, clients, lastSeenAt, pausedAt } = member
  const title = useId()
  const works = plural(clients, 'client')
  const lastSeen = isSelf ? 'Now' : lastSeenAt ? <RelativeTime instant={lastSeenAt} /> : 'Not yet'
  return (
    <li className="row">
      <div className="member-row__who">
        <Avatar name={name ?? email} />
        <div>
          <div className="row__title cut" id={title} title={name ?? undefined}>
            {name}
            {isSelf && <span className="row__sub member-row__you"> (you)</span>}
            {pausedAt && <span className="row__sub member-row__you"> (paused)</span>}
          </div>
          <div className="row__sub cut" title={email}>
            {email}
          </div>
          <div className="row__sub only-small">
            {ROLE_TEXTS[role]}, {SEES_TEXTS[sees].toLowerCase()}. Works with {works}.
          </div>
          <div className="row__sub only-small">Last seen: {lastSeen}</div>
        </div>
      </div>
      <span className="only-big">
        {ROLE_TEXTS[role]}
        <span className="row__sub member-row__sees">{SEES_TEXTS[sees]}</span>
      </span>
      <span className="soft only-big">{works}</span>
      <span className="soft only-big">{lastSeen}</span>
      <div className="row__acts member-row__acts">
        {onChange && (
          <Button size="sm" look="quiet" aria-describedby={title} onClick={onChange}>
            Change
          </Button>
        )}
        {onRemove && (
          <Button size="sm" look="danger-quiet" aria-describedby={title} onClick={onRemove}>
            {isSelf ? 'Leave' : 'Remove'}
          </Button>
        )}
      </div>
    </li>
  )
}
