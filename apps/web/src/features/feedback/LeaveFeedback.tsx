import { Button } from '../../ui/Button.tsx'
import '../../ui/Field.css'
import { DisabledInPreview } from '../preview/DisabledInPreview.tsx'
import { FeedbackList } from './FeedbackList.tsx'
import { leaveFeedback } from './feedback.queries.ts'
import { useMessageForm } from './use-message-form.ts'
import './feedback.css'

interface Props {
  projectId: string
  /** The freelancer's name; empty until it has loaded. */
  freelancer: string
  /** Nobody writes to an archived project. */
  isReadOnly?: boolean
  /** The client is asked to do something else on the page, so this button is not the primary one. */
  isSecondary?: boolean
}

const FIELD_ID = 'leave-feedback'

/** Moves to the field, which on a phone lies below all files. */
export function LeaveFeedbackLink() {
  return (
    <a
      className="btn btn--secondary"
      href={`#${FIELD_ID}`}
      onClick={(event) => {
        event.preventDefault()
        const field = document.getElementById(FIELD_ID)
        field?.focus({ preventScroll: true })
        field?.scrollIntoView({ block: 'center' })
      }}
    >
      Leave feedback
    </a>
  )
}

export function LeaveFeedback({ projectId, freelancer, isReadOnly = false, isSecondary = false }: Props) {
  const form = useMessageForm(`client.feedback.${projectId}`, leaveFeedback(projectId))
  return (
    <section>
      {isReadOnly ? (
        <h2>Feedback</h2>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            form.submit()
          }}
        >
          <div className="section__head">
            <h2>
              <label htmlFor={FIELD_ID}>Leave Feedback</label>
            </h2>
          </div>
          <DisabledInPreview>
            <textarea
              id={FIELD_ID}
              className="input feedback__text"
              name="message"
              rows={4}
              placeholder={`What should ${freelancer.split(' ')[0] || 'we'} know?`}
              value={form.message}
              onChange={(event) => form.type(event.target.value)}
            />
            <div className="feedback__act">
              <Button type="submit" look={isSecondary ? 'secondary' : 'primary'} busy={form.isSending}>
                Submit
              </Button>
            </div>
          </DisabledInPreview>
        </form>
      )}
      <div className="feedback__before">
        <FeedbackList projectId={projectId} label="Feedback" area="client" isReadOnly={isReadOnly} />
      </div>
    </section>
  )
}
