import { FeedbackCount, FeedbackList } from './FeedbackList.tsx'

/** The feedback on a project, for the freelancer. */
export function ClientFeedback({ projectId, isReadOnly }: { projectId: string; isReadOnly: boolean }) {
  return (
    <section id="feedback">
      <div className="section__head">
        <h2>Client Feedback</h2>
        <FeedbackCount projectId={projectId} />
      </div>
      <FeedbackList projectId={projectId} label="Client Feedback" area="freelancer" isReadOnly={isReadOnly} />
    </section>
  )
}
