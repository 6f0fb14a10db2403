import type { EmailRefusal } from '@portico/contract'
import type { ReactNode } from 'react'
import { formatTimeAgo } from '../../ui/dates.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useNow } from '../../ui/use-now.ts'
import './confirm.css'

interface Props {
  email: string
  refusal: EmailRefusal
  /** The consequences and the remedy. */
  children: ReactNode
  action?: ReactNode
}

export function RefusedEmailNote({ email, refusal, children, action }: Props) {
  const now = useNow()
  return (
    <div className="confirm-notice">
      <Notice>
        <p>
          <strong>Emails to {email} are refused.</strong> The mail server replied “{refusal.reply}” (
          {formatTimeAgo(refusal.refusedAt, now)}). {children}
        </p>
        {action}
      </Notice>
    </div>
  )
}
