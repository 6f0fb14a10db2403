import { FeedbackCount, FeedbackList } from './FeedbackList.tsx'

/** What the freelancer reads. */
export function ClientFeedback({ projectId }: { projectId: string }) {
  return (
    <section>
      <div className="section__head">
        <h2>Client Feedback</h2>
        <FeedbackCount projectId={projectId} />
      </div>
      <FeedbackList projectId={projectId} label="Client Feedback" />
    </section>
  )
}
