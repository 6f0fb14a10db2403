import type { ConversationState } from '../conversation.ts'

/** What is happening above the first message. */
export function OlderMessagesStatus({
  state,
  onRetry,
}: {
  state: ConversationState['older']
  onRetry: () => void
}) {
  return (
    <div className="log__older" role="status">
      {state === 'loading' && <span>Loading earlier messages</span>}
      {state === 'failed' && (
        <>
          <span>Earlier messages did not load.</span>
          <button type="button" className="link" onClick={onRetry}>
            Retry
          </button>
        </>
      )}
    </div>
  )
}
