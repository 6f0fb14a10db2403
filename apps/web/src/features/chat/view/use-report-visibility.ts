import { useEffect } from 'react'
import type { Conversation } from '../conversation.ts'

/** Reports whether a person can see the newest message: it is in the viewport of a visible tab. */
export function useReportVisibility(conversation: Conversation, isInViewport: boolean) {
  useEffect(() => {
    const report = () => conversation.setVisible(isInViewport && !document.hidden)
    report()
    document.addEventListener('visibilitychange', report)
    return () => {
      document.removeEventListener('visibilitychange', report)
      conversation.setVisible(false)
    }
  }, [conversation, isInViewport])
}
