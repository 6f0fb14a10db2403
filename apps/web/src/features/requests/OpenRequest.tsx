import type { requests } from '@portico/contract'
import { useId } from 'react'
import { useOwnName } from '../../app/session.ts'
import { formatTimeAgo } from '../../ui/dates.ts'
import { Quote } from '../../ui/Quote.tsx'
import { TextWithLinks } from '../../ui/TextWithLinks.tsx'
import { useMoveFocusOnUnmount } from '../../ui/use-move-focus-on-unmount.ts'
import { useNow, useToday } from '../../ui/use-now.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { AnswerSummary } from './AnswerSummary.tsx'
import { RequestGlyph } from './RequestBadge.tsx'
import { byText, isOwnAnswer } from './request-text.ts'
import type { Sending } from './sending.ts'

interface Props {
  request: requests.Request
  timeZone: string
  /** The freelancer's first name. */
  name: string
  isFirst: boolean
  isReadOnly: boolean
  sending: Sending
  onAskElse: () => void
}

export function OpenRequest(props: Props) {
  const { request, timeZone, name, isFirst, isReadOnly, sending, onAskElse } = props
  const { id, title, details, overdue, sentBack, answers, files } = request
  const headingId = useId()
  const reader = useOwnName()
  const ref = useMoveFocusOnUnmount<HTMLElement>(findNextHeading)
  const by = byText(request, useToday(timeZone))
  return (
    <section
      ref={ref}
      id={`request-${id}`}
      className="open-request"
      data-request-id={isReadOnly ? undefined : id}
      aria-labelledby={headingId}
    >
      <h2 id={headingId} tabIndex={-1} dir="auto">
        {title}
      </h2>
      {(details || by) && (
        <p className="soft open-request__details" dir="auto">
          {details && <TextWithLinks text={details} />}{' '}
          {by && <span className={overdue ? 'late nowrap' : 'nowrap'}>{by}.</span>}
        </p>
      )}
      {sentBack && <SentBack request={request} name={name} />}
      {answers.length + files.length > 0 && (
        <div className="open-request__sent">
          <p className="small muted">{isOwnAnswer(request, reader) ? 'You sent' : 'Already sent'}</p>
          <AnswerSummary request={request} unnamed={reader} />
        </div>
      )}
      {!isReadOnly && (
        <AnswerForm
          request={request}
          name={name}
          labelledBy={headingId}
          isPrimary={isFirst}
          sending={sending}
          onAskElse={onAskElse}
        />
      )}
    </section>
  )
}

function SentBack({ request: { stateSince, reason }, name }: Pick<Props, 'request' | 'name'>) {
  const now = Math.max(useNow(), Date.parse(stateSince))
  return (
    <div className="open-request__back">
      <p className="open-request__back-state">
        <RequestGlyph look="sent-back" />
        Sent back {formatTimeAgo(stateSince, now)}
      </p>
      {reason && <Quote by={name}>{reason}</Quote>}
    </div>
  )
}

/** Focuses the next request, or the one before if this was the last. */
function findNextHeading(section: HTMLElement) {
  const next = section.nextElementSibling ?? section.previousElementSibling
  return next?.querySelector('h2') ?? document.querySelector('h1')
}
