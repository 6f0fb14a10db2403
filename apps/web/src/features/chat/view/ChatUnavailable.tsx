import type { chat } from '@portico/contract'
import { Link } from 'react-router'
import type { Area } from '../../../app/session.ts'
import { usePlansLink } from '../../billing/use-plans-link.ts'
import './composer.css'

const messages: Record<chat.UnavailableReason, string> = {
  CHAT_NOT_IN_PLAN: 'Live chat comes with Pro and Enterprise. What was said stays here.',
  CHAT_NOT_AVAILABLE: 'Chat is not available at the moment. What was said stays here.',
  NO_ONGOING_PROJECT: 'Chat support is available only for ongoing projects.',
  ARCHIVED: 'This conversation is archived. You can read everything.',
}

/** Replaces the message input: why nobody can write, and a link for the person who can change it. */
export function ChatUnavailable({ area, reason }: { area: Area; reason: chat.UnavailableReason }) {
  const plans = usePlansLink()
  return (
    <div className="closed" role="status">
      <span>{messages[reason]}</span>
      {area === 'freelancer' && reason === 'CHAT_NOT_IN_PLAN' && (
        <Link className="btn btn--secondary btn--sm" to={plans}>
          Change plan
        </Link>
      )}
    </div>
  )
}
