import type { Held } from './conversation.ts'

/** What is happening above the first message. */
export function OlderLine({ state, onRetry }: { state: Held['older']; onRetry: () => void }) {
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
