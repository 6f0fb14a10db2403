import type { notes } from '@portico/contract'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { RefObject } from 'react'
import { expect, test, vi } from 'vitest'
import { aFile } from '../../../test/file.ts'
import { open, serve, signInClient } from '../../../test/fixtures.tsx'
import { MomentMarks } from './MomentMarks.tsx'
import { NotesProvider } from './NotesProvider.tsx'
import { useNotesOnScreen } from './notes-on-screen.ts'

const base: notes.Note = {
  id: 'n1',
  fileId: 'f1',
  version: 1,
  number: 1,
  text: 'Too loud.',
  author: 'Maya Whitcombe',
  authorId: 'c1',
  authorType: 'Client',
  createdAt: '2026-11-20T10:00:00.000Z',
  editedAt: null,
  editableSeconds: 0,
  page: null,
  x: null,
  y: null,
  t: 12.5,
  state: 'open',
  reason: null,
  declinedBy: null,
  settledAt: null,
  replies: [],
}

test('the timeline shows notes as marks, and choosing one goes to its moment', async () => {
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly notify: ResizeObserverCallback
      constructor(notify: ResizeObserverCallback) {
        this.notify = notify
      }
      observe() {
        this.notify([{ contentRect: { width: 500, height: 0 } } as ResizeObserverEntry], this as never)
      }
      disconnect() {}
    },
  )
  window.history.replaceState(null, '', '/client-dashboard/files/f1')
  signInClient()
  const later = { ...base, id: 'n2', number: 2, t: 30 }
  const close = {
    ...base,
    id: 'n3',
    number: 3,
    t: 30.5,
    author: 'Ada Marsh',
    authorType: 'Freelancer' as const,
  }
  serve({
    'GET /files/f1/notes': () => Response.json([close, later, base]),
    'GET /notes/n1': () => Response.json(base),
  })
  const file = { ...aFile(), project: { id: 'p1', title: 'Film', archivedAt: null } }
  open('/files/f1', {
    '/files/:id': (
      <NotesProvider file={file} newest={file} placeKind="moment" reader="Ada">
        <Film />
      </NotesProvider>
    ),
  })

  const mark = await screen.findByRole('button', { name: 'Note 1 by you, open, at 0:12' })
  expect(mark.style.left).toBe('25%')
  expect(screen.getByRole('button', { name: '2 notes here, at 0:30' })).toBeDefined()
  await userEvent.setup().click(mark)

  await waitFor(() => expect(mark.ariaPressed).toBe('true'))
  expect(screen.getByTitle<HTMLVideoElement>('Film').currentTime).toBe(12.5)
})

function Film() {
  const player = useNotesOnScreen()?.player
  return (
    <>
      <video title="Film" ref={player as RefObject<HTMLVideoElement | null>}>
        <track kind="captions" />
      </video>
      <MomentMarks duration={50} />
    </>
  )
}
