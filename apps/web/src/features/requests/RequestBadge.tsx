import type { requests } from '@portico/contract'
import { StatusGlyph } from '../../ui/Badge.tsx'
import { ReviewGlyph } from '../files/ReviewBadge.tsx'

type Stated = Pick<requests.Request, 'state' | 'sentBack'>
type Look = 'open' | 'sent-back' | 'answered' | 'accepted'

const tones = { open: undefined, 'sent-back': 'progress', answered: 'pending', accepted: 'done' } as const

interface Props {
  request: Stated
  /** The freelancer's name, shown to clients as `With Ada`. */
  recipient?: string
}

export function RequestBadge({ request, recipient }: Props) {
  const look = lookOf(request)
  return (
    <span className="badge" data-tone={tones[look]}>
      <RequestGlyph look={look} />
      {look === 'answered' && recipient ? (
        <span className="cut" title={recipient}>
          With {recipient}
        </span>
      ) : (
        words[look]
      )}
    </span>
  )
}

const words = { open: 'Open', 'sent-back': 'Sent back', answered: 'Answered', accepted: 'Accepted' }

const lookOf = ({ state, sentBack }: Stated): Look => (state === 'open' && sentBack ? 'sent-back' : state)

export function RequestGlyph({ look }: { look: Look }) {
  if (look === 'accepted') return <StatusGlyph status="Completed" />
  if (look === 'sent-back') return <ReviewGlyph state="changes_requested" />
  return (
    <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      {look === 'open' ? (
        <circle cx="8" cy="8" r="5.5" />
      ) : (
        <path
          d="M8 2v7M5 6.3 8 9.3l3-3M2.5 10v2.5a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V10"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  )
}
