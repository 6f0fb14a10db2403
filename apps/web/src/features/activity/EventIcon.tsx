import type { activity } from '@portico/contract'
import { Svg } from '../../ui/CoreIcon.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { FileIcon } from '../files/FileIcon.tsx'
import { ReviewGlyph } from '../files/ReviewBadge.tsx'
import { RequestGlyph } from '../requests/RequestBadge.tsx'

const icons: Record<activity.EventKind, () => React.ReactNode> = {
  client_joined: () => <Icon name="people" small />,
  client_previewed: () => <ReviewGlyph state="open" />,
  client_handed_over: () => <Icon name="people" small />,
  lead_changed: () => <Icon name="people" small />,
  project_created: () => <Icon name="folder" small />,
  project_restored: () => <Icon name="folder" small />,
  project_changed: () => <FileIcon name="pencil" small />,
  status_changed: () => <Icon name="forward" small />,
  due_date_changed: () => (
    <Svg small>
      <rect x="3.5" y="5" width="17" height="15.5" rx="2" />
      <path d="M3.5 10h17M8 3v4M16 3v4" />
    </Svg>
  ),
  file_uploaded: () => <FileIcon name="upload" small />,
  version_uploaded: () => <FileIcon name="upload" small />,
  file_deleted: () => <Icon name="trash" small />,
  file_restored: () => <FileIcon name="upload" small />,
  turn_passed: () => (
    <Svg small>
      <path d="M4 8.5h14M14.5 5 18 8.5 14.5 12M20 15.5H6M9.5 12 6 15.5 9.5 19" />
    </Svg>
  ),
  review_requested: () => <ReviewGlyph state="open" />,
  review_decided: () => <ReviewGlyph state="approved" />,
  review_withdrawn: () => <ReviewGlyph state="withdrawn" />,
  decision_withdrawn: () => <ReviewGlyph state="withdrawn" />,
  request_added: () => <RequestGlyph look="open" />,
  request_answered: () => <RequestGlyph look="answered" />,
  request_accepted: () => <RequestGlyph look="accepted" />,
  request_reopened: () => <RequestGlyph look="sent-back" />,
  request_reminded: () => <Icon name="mail" small />,
  feedback_left: () => <Icon name="chat" small />,
  feedback_replied: () => <Icon name="chat" small />,
  note_added: () => <Icon name="chat" small />,
  note_replied: () => <Icon name="chat" small />,
  mentioned: () => <Icon name="people" small />,
  note_settled: () => <Icon name="done" small />,
}

export function EventIcon({ event }: { event: activity.Event }) {
  const isCompletion = event.kind === 'status_changed' && event.subject.to === 'Completed'
  return (
    <span className={`timeline__icon${isCompletion ? ' timeline__icon--done' : ''}`} aria-hidden="true">
      {isCompletion ? <Icon name="done" small /> : iconOf(event)}
    </span>
  )
}

function iconOf(event: activity.Event) {
  if (event.kind === 'review_decided') return <ReviewGlyph state={event.subject.decision} />
  if (event.kind === 'note_settled' && event.subject.state === 'declined')
    return <ReviewGlyph state="withdrawn" />
  return icons[event.kind]()
}
