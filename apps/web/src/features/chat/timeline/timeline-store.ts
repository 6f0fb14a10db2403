import type { Participant } from '../connection/room.ts'
import {
  createTimelineState,
  reduceTimeline,
  type TimelineEvent,
  type TimelineState,
} from './timeline-state.ts'

export type TimelineStore = ReturnType<typeof createTimelineStore>

export function createTimelineStore(self: Participant) {
  let state = createTimelineState(self)
  const listeners = new Set<(before: TimelineState) => void>()

  return {
    getState: () => state,
    dispatch(event: TimelineEvent) {
      const before = state
      state = reduceTimeline(before, event)
      if (state === before) return
      for (const listener of listeners) listener(before)
    },
    subscribe(listener: (before: TimelineState) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
