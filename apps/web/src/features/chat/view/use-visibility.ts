import { useEffect } from 'react'
import type { Conversation } from '../conversation.ts'

/** The newest message is looked at while it is in sight of a window that is itself in sight. */
export function useVisibility(conversation: Conversation, isInSight: boolean) {
  useEffect(() => {
    const look = () => conversation.look(isInSight && !document.hidden)
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      conversation.look(false)
    }
  }, [conversation, isInSight])
}
