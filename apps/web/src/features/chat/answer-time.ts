import { chat } from '@portico/contract'

const ANSWER_TIME_MS = chat.ANSWER_DAYS * 86_400_000

type Permission = Pick<chat.ConversationState, 'silence' | 'peerSilence' | 'clientMayWriteUntil'>

/** The state after a message of the freelancer. Without an ongoing project the time to answer starts again. */
export function openAnswerTime<State extends Permission>(state: State, sentAt: string): State {
  const isClosed = [state.silence, state.peerSilence].includes('NO_ONGOING_PROJECT')
  if (!isClosed && state.clientMayWriteUntil === null) return state
  const clientMayWriteUntil = new Date(Date.parse(sentAt) + ANSWER_TIME_MS).toISOString()
  return { ...state, silence: null, peerSilence: null, clientMayWriteUntil }
}
