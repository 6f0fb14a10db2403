import { isBlank } from '@portico/contract'
import { useMutation, useMutationState } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { useDraft } from '../../app/draft.ts'
import { Button } from '../../ui/Button.tsx'
import '../../ui/Field.css'
import { FeedbackList } from './FeedbackList.tsx'
import { leaveFeedback, leaveFeedbackKey } from './feedback.queries.ts'
import './feedback.css'

interface Props {
  projectId: string
  /** Whom it is for; empty until that is known. */
  freelancer: string
}

/** Where the client writes, and what they wrote before. */
export function LeaveFeedback({ projectId, freelancer }: Props) {
  const id = useId()
  const leave = useMutation(leaveFeedback(projectId))
  // What is under way is kept until it has arrived: a reload in between loses nothing.
  const { draft, change } = useDraft(`client.feedback.${projectId}`, { message: '', sending: '' })

  const last = useMutationState({
    filters: { mutationKey: leaveFeedbackKey(projectId) },
    select: ({ state }) => state.status,
  }).at(-1)
  const isOnItsWay = last === 'pending'

  // Whoever comes back to this page meanwhile sees how it ends. Of what a page before a reload sent, nobody knows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that ends
  useEffect(() => {
    if (draft.sending && !isOnItsWay) change(last === 'success' ? { sending: '' } : restoreUnsent)
  }, [last])

  function submit() {
    const { message } = draft
    if (isOnItsWay || isBlank(message)) return
    change({ message: '', sending: message })
    leave.mutate(message)
  }

  return (
    <section>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="section__head">
          <h2>
            <label htmlFor={id}>Leave Feedback</label>
          </h2>
        </div>
        <textarea
          id={id}
          className="input feedback__text"
          name="message"
          rows={4}
          placeholder={`What should ${freelancer.split(' ')[0] || 'we'} know?`}
          value={draft.message}
          onChange={(event) => change({ message: event.target.value })}
        />
        <div className="feedback__act">
          <Button type="submit" look="primary" busy={isOnItsWay}>
            Submit
          </Button>
        </div>
      </form>
      <div className="feedback__before">
        <FeedbackList projectId={projectId} label="Feedback" mine />
      </div>
    </section>
  )
}

/** What did not arrive stands in the field again, before whatever has been typed since. */
function restoreUnsent({ message, sending }: { message: string; sending: string }) {
  return { message: isBlank(message) ? sending : `${sending}\n\n${message}`, sending: '' }
}
