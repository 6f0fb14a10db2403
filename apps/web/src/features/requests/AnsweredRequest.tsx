import type { requests } from '@portico/contract'
import { useId, useState } from 'react'
import { useOwnName } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { FileIcon, iconFor } from '../files/FileIcon.tsx'
import { DisabledInPreview } from '../preview/DisabledInPreview.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { AnswerSummary } from './AnswerSummary.tsx'
import { RequestBadge } from './RequestBadge.tsx'
import { hasUnsentFiles, type Sending } from './sending.ts'

interface Props {
  request: requests.Request
  /** The freelancer's first name. */
  name: string
  isReadOnly: boolean
  sending: Sending
  onAskElse: () => void
}

/** The client's answer. It can be changed until it is accepted. */
export function AnsweredRequest({ request, name, isReadOnly, sending, onAskElse }: Props) {
  const { id, title, kind, state, files, stagedCount } = request
  const [wantsChange, setChanging] = useState(false)
  const titleId = useId()
  const reader = useOwnName()
  // What is not sent yet stays in sight, also when the freelancer has accepted the answer meanwhile.
  const hasUnsent = stagedCount > 0 || hasUnsentFiles(sending.queue, id)
  const canChange = !isReadOnly && (state === 'answered' || hasUnsent)
  const isChanging = wantsChange || hasUnsent
  return (
    <li
      id={`request-${id}`}
      className="answered-request"
      data-request-id={canChange && isChanging ? id : undefined}
    >
      <span className="thumb" aria-hidden="true">
        <FileIcon name={files[0] ? iconFor(files[0].contentType) : kind} />
      </span>
      <div className="answered-request__text">
        <h3 id={titleId} className="answered-request__title" dir="auto">
          {title}
        </h3>
        <AnswerSummary request={request} unnamed={reader} />
      </div>
      <span className="answered-request__state">
        <RequestBadge request={request} recipient={name} />
      </span>
      {canChange && !hasUnsent && (
        <div className="row__acts">
          <DisabledInPreview>
            <Button
              look="quiet"
              size="sm"
              aria-label={`Change ${title}`}
              aria-expanded={isChanging}
              onClick={() => setChanging(!isChanging)}
            >
              {isChanging ? 'Leave it' : 'Change'}
            </Button>
          </DisabledInPreview>
        </div>
      )}
      {canChange && isChanging && (
        <div className="answered-request__form">
          <AnswerForm
            request={request}
            name={name}
            labelledBy={titleId}
            isPrimary={false}
            sending={sending}
            onAskElse={onAskElse}
            onSent={() => setChanging(false)}
          />
        </div>
      )}
    </li>
  )
}
