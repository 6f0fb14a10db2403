import type { chat } from '@portico/contract'
import { Link } from 'react-router'
import type { Area } from '../../../app/session.ts'
import { usePlansLink } from '../../billing/use-plans-link.ts'
import './composer.css'

const sentences: Record<chat.UnavailableReason, string> = {
  CHAT_NOT_IN_PLAN: 'Live chat comes with Pro and Enterprise. What was said stays here.',
  CHAT_NOT_AVAILABLE: 'Chat is not available at the moment. What was said stays here.',
  NO_ONGOING_PROJECT: 'Chat support is available only for ongoing projects.',
}

/** Stands where one would write: why not, and the way to change it for whoever can. */
export function ChatUnavailable({ area, silence }: { area: Area; silence: chat.UnavailableReason }) {
  const plans = usePlansLink()
  return (
    <div className="closed" role="status">
      <span>{sentences[silence]}</span>
      {area === 'freelancer' && silence === 'CHAT_NOT_IN_PLAN' && (
        <Link className="btn btn--secondary btn--sm" to={plans}>
          Change plan
        </Link>
      )}
    </div>
  )
}
