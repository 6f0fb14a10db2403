import type { members } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/dates.ts'
import { resendInvitation, withdrawInvitation } from './members.queries.ts'
import { ROLE_TEXTS, SEES_TEXTS } from './role-text.ts'
import '../../ui/Rows.css'
import './members.css'

interface Props {
  invitation: members.Member
  isManager: boolean
}

export function InvitationRow({ invitation, isManager }: Props) {
  const { id, email, role, sees, invited } = invitation
  const title = useId()
  const resend = useMutation(resendInvitation)
  const withdraw = useMutation(withdrawInvitation(id))
  const row = useRef<HTMLLIElement>(null)
  // A removed row that has the focus moves it to the heading of the page, because the section may go too.
  useLayoutEffect(() => {
    const element = row.current
    return () => {
      if (element?.contains(document.activeElement)) document.querySelector<HTMLElement>('#main h1')?.focus()
    }
  }, [])
  return (
    <li ref={row} className="row">
      <div>
        <div className="row__title cut" id={title} title={email}>
          {email}
        </div>
        <div className="row__sub">
          {ROLE_TEXTS[role]}, {SEES_TEXTS[sees].toLowerCase()}. Works until {formatDate(invited?.until ?? '')}
          .
        </div>
      </div>
      {isManager && (
        <div className="row__acts">
          <Button
            size="sm"
            look="quiet"
            aria-describedby={title}
            busy={resend.isPending}
            busyLabel="Sending..."
            onClick={() => resend.mutate({ email, role: role === 'admin' ? 'admin' : 'member', sees })}
          >
            Send again
          </Button>
          <Button
            size="sm"
            look="danger-quiet"
            aria-describedby={title}
            busy={withdraw.isPending}
            busyLabel="Withdrawing..."
            onClick={() => withdraw.mutate()}
          >
            Withdraw
          </Button>
        </div>
      )}
    </li>
  )
}
