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
  /** The freelancer's name; empty until it has loaded. */
  freelancer: string
}

export function LeaveFeedback({ projectId, freelancer }: Props) {
  const id = useId()
  const leave = useMutation(leaveFeedback(projectId))
  // A message that is being sent is kept until it is stored, so that a reload loses nothing.
  const { draft, change } = useDraft(`client.feedback.${projectId}`, { message: '', sending: '' })

  const last = useMutationState({
    filters: { mutationKey: leaveFeedbackKey(projectId) },
    select: ({ state }) => state.status,
  }).at(-1)
  const isSending = last === 'pending'

  // Also when this page was left and opened again meanwhile. After a reload the outcome is unknown, so the text comes back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each mutation that ends
  useEffect(() => {
    if (draft.sending && !isSending) change(last === 'success' ? { sending: '' } : restoreUnsent)
  }, [last])

  function submit() {
    const { message } = draft
    if (isSending || isBlank(message)) return
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
          <Button type="submit" look="primary" busy={isSending}>
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

/** Puts the unsent message back into the field, above what was typed since. */
function restoreUnsent({ message, sending }: { message: string; sending: string }) {
  return { message: isBlank(message) ? sending : `${sending}\n\n${message}`, sending: '' }
}
