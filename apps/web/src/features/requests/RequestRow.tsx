import { plural, type requests } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Svg } from '../../ui/CoreIcon.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { TextWithLinks } from '../../ui/TextWithLinks.tsx'
import { useMoveFocusOnUnmount } from '../../ui/use-move-focus-on-unmount.ts'
import { useLocalDay, useToday } from '../../ui/use-now.ts'
import { fullName } from '../clients/full-name.ts'
import { FileIcon } from '../files/FileIcon.tsx'
import { AnswerSummary } from './AnswerSummary.tsx'
import { acceptAnswer } from './change-requests.queries.ts'
import { RequestAnswers } from './RequestAnswers.tsx'
import { RequestBadge } from './RequestBadge.tsx'
import { dayText, dueText, isOwnAnswer, kindText } from './request-text.ts'

interface Props {
  request: requests.Request
  client: { firstName: string; lastName: string }
  timeZone: string
  isReadOnly: boolean
  /** Props of the button that moves the row. */
  handle: ComponentProps<'button'>
  isLifted: boolean
  order: number | undefined
  isMenuOpen: boolean
  onMenu: (anchor: HTMLElement) => void
  onSendBack: () => void
}

export function RequestRow(props: Props) {
  const { request, handle, isReadOnly, isLifted, order, isMenuOpen, onMenu } = props
  const { id, title } = request
  return (
    <li
      id={`request-${id}`}
      className={isLifted ? 'request-row request-row--moving' : 'request-row'}
      style={{ order }}
    >
      {!isReadOnly && (
        <button type="button" className="grip" aria-label={`Move ${title}`} {...handle}>
          <Svg>
            <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" strokeWidth="2.6" />
          </Svg>
        </button>
      )}
      <Description {...props} />
      <div className="request-row__state">
        <RequestBadge request={request} />
      </div>
      {!isReadOnly && (
        <div className="row__acts">
          <Button
            look="quiet"
            size="sm"
            className="btn--icon"
            aria-label={`More for ${title}`}
            aria-haspopup="menu"
            aria-expanded={isMenuOpen}
            onClick={({ currentTarget }) => onMenu(currentTarget)}
          >
            <FileIcon name="more" small />
          </Button>
        </div>
      )}
      <Outcome {...props} />
    </li>
  )
}

function Description({ request, client, timeZone }: Props) {
  const { title, details, kind, state, stateSince, remindedAt, stagedCount } = request
  const { firstName } = client
  const [today, localDay] = [useToday(timeZone), useLocalDay()]
  const due = dueText(request, today)
  return (
    <div className="request-row__text">
      <h3 className="request-row__title" dir="auto" tabIndex={-1}>
        {title}
      </h3>
      {details && (
        <p className="small soft request-row__details" dir="auto">
          <TextWithLinks text={details} />
        </p>
      )}
      <p className="small soft">
        {kindText[kind]}.{' '}
        {state === 'open' && due && <span className={request.overdue ? 'late' : undefined}>{due}.</span>}
        {stagedCount > 0 && ` ${firstName} has gathered ${plural(stagedCount, 'file')}, not sent yet.`}
        {state === 'open' && remindedAt && ` ${firstName} was reminded on ${dayText(remindedAt, localDay)}.`}
        {state === 'answered' &&
          `${isOwnAnswer(request, fullName(client)) ? `${firstName} answered` : 'Answered'} on ${dayText(stateSince, localDay)}.`}
        {state === 'accepted' && `Accepted on ${dayText(stateSince, localDay)}.`}
      </p>
      {state !== 'answered' && <AnswerSummary request={request} unnamed={fullName(client)} />}
    </div>
  )
}

/** The answer to check, or the reason why it was sent back. */
function Outcome(props: Props) {
  const { state, sentBack, reason, stateSince } = props.request
  const localDay = useLocalDay()
  if (state === 'open' && sentBack) {
    return (
      <div className="request-row__answer">
        <div className="answer">
          <p className="small" dir="auto">
            You, {dayText(stateSince, localDay)}: {reason ?? 'sent back without a reason.'}
          </p>
        </div>
      </div>
    )
  }
  return state === 'answered' && <AnswerToCheck {...props} />
}

function AnswerToCheck({ request, client, isReadOnly, onSendBack }: Props) {
  const { title } = request
  const ref = useMoveFocusOnUnmount<HTMLDivElement>(findNextAnswer)
  const { mutate, isPending } = useMutation(acceptAnswer(request.id))
  return (
    <div ref={ref} className="request-row__answer">
      <RequestAnswers request={request} unnamed={fullName(client)} />
      {!isReadOnly && (
        <div className="request-row__acts">
          <Button
            size="sm"
            aria-label={`Accept ${title}`}
            busy={isPending}
            busyLabel="Accepting..."
            onClick={() => mutate()}
          >
            <Icon name="check" small />
            Accept
          </Button>
          <Button look="quiet" size="sm" aria-label={`Send back ${title}`} onClick={onSendBack}>
            Send back
          </Button>
        </div>
      )}
    </div>
  )
}

/** Focuses the next answer to check, or else the title of the same request. */
function findNextAnswer(checked: HTMLElement) {
  const row = checked.closest('li')
  const others = [...(row?.parentElement?.querySelectorAll('.request-row__acts button:first-child') ?? [])]
  const isLater = (button: Element) =>
    row?.compareDocumentPosition(button) === Node.DOCUMENT_POSITION_FOLLOWING
  return others.find(isLater) ?? others.find((button) => !row?.contains(button)) ?? row?.querySelector('h3')
}
