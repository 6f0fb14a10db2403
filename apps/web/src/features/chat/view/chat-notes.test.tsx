import type { chat } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { open, serve, signInClient } from '../../../../test/fixtures.tsx'
import { aProject } from '../../../../test/project.ts'
import { myConversation } from '../chat.queries.ts'
import { ClientChatNote } from './ClientChatNote.tsx'
import { FreelancerChatNote } from './FreelancerChatNote.tsx'

const state: chat.ConversationState = {
  lastNumber: 1,
  unread: 0,
  seen: 1,
  peerSeen: 1,
  peerHere: false,
  peerLastSeenAt: null,
  silence: null,
  peerSilence: null,
  clientMayWriteUntil: null,
}
const freelancer = { name: 'Ada Marsh', email: 'ada@marsh.example' }

/** The text of the note for one side. */
function noteFor(side: chat.Side, fields: Partial<chat.ConversationState>) {
  const props = { state: { ...state, ...fields } }
  const note =
    side === 'Client' ? (
      <ClientChatNote {...props} freelancer={freelancer} />
    ) : (
      <FreelancerChatNote {...props} client={{ firstName: 'Maya' }} />
    )
  open('/chat', { '/chat': <div role="status">{note}</div> })
  return screen.getAllByRole('status').at(-1)?.textContent
}

beforeEach(
  () =>
    void vi.useFakeTimers({
      now: new Date('2026-11-23T09:00:00'),
      toFake: ['Date', 'setInterval', 'clearInterval'],
    }),
)
afterEach(() => void vi.useRealTimers())

test('shows a freelancer why the client cannot write, and what helps', () => {
  expect(noteFor('Freelancer', {})).toBe('')
  expect(noteFor('Freelancer', { peerSilence: 'NO_ONGOING_PROJECT' })).toBe(
    'Maya cannot write here now, because no project is ongoing. After a message from you, Maya can answer for 30 days.',
  )
  expect(noteFor('Freelancer', { clientMayWriteUntil: new Date('2026-12-23T09:00:00').toISOString() })).toBe(
    'No project is ongoing. Maya can answer until 23 December.',
  )
})

test('shows a client until when they can answer', () => {
  expect(noteFor('Client', { clientMayWriteUntil: new Date('2026-12-23T09:00:00').toISOString() })).toBe(
    'No project is ongoing now. You can still answer until 23 December.',
  )
  expect(noteFor('Client', { clientMayWriteUntil: new Date('2026-11-23T14:05:00').toISOString() })).toBe(
    'No project is ongoing now. You can still answer until 14:05 today.',
  )
})

test('shows a client without a project that they can write', async () => {
  let list: unknown[] = []
  signInClient()
  serve({ 'GET /projects/client': () => Response.json(list) })
  noteFor('Client', {})
  expect(await screen.findByText('You can write already, before your first project begins.')).toBeDefined()
  cleanup()

  list = [aProject()]
  const asked = serve({ 'GET /projects/client': () => Response.json(list) })
  noteFor('Client', {})
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(screen.getByRole('status').textContent).toBe('')
})

test('shows a client how to reach the freelancer while messages are closed', () => {
  for (const silence of ['NO_ONGOING_PROJECT', 'CHAT_NOT_AVAILABLE'] as const)
    expect(noteFor('Client', { silence })).toBe(
      'Messages are closed now. You can reach Ada Marsh at ada@marsh.example.',
    )
})

test('closes the input when the time to answer has passed', async () => {
  let answer: chat.ConversationState = {
    ...state,
    clientMayWriteUntil: new Date('2026-11-23T10:00:00').toISOString(),
  }
  signInClient()
  serve({ 'GET /messages/client/conversation': () => Response.json(answer) })
  open('/chat', { '/chat': <LoadedNote /> })
  await screen.findByText(/You can still answer until 10:00 today/)

  answer = { ...state, silence: 'NO_ONGOING_PROJECT' }
  act(() => void vi.advanceTimersByTime(61 * 60_000))

  expect(await screen.findByText(/Messages are closed now/)).toBeDefined()
})

function LoadedNote() {
  const { data } = useQuery(myConversation)
  return data ? <ClientChatNote state={data} freelancer={freelancer} /> : null
}
