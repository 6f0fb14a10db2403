import { createEvent, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aLocalFile } from '../../test/file.ts'
import {
  open,
  problem,
  serve,
  signInClient,
  signInFreelancer,
  toasts,
  tokenFor,
} from '../../test/fixtures.tsx'
import { aProject } from '../../test/project.ts'
import { type Area, reloadSession } from '../app/session.ts'
import { startPreviewIn } from '../app/stored.ts'
import { useFileDrop } from '../features/files/use-file-drop.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { useSayWhereFilesGo } from './use-say-where-files-go.ts'

const aTransfer = (...types: string[]) => ({
  types: ['Files', ...types],
  files: [aLocalFile('a.png')],
  items: [],
})

function Frame({ area, onFiles }: { area: Area; onFiles?: ((files: File[]) => void) | undefined }) {
  useSayWhereFilesGo(area)
  return (
    <>
      <textarea aria-label="Message" />
      {onFiles && <Zone onFiles={onFiles} />}
      <Toasts />
    </>
  )
}

function Zone({ onFiles }: { onFiles: (files: File[]) => void }) {
  useFileDrop(onFiles)
  return null
}

function show(area: Area, path: string, onFiles?: (files: File[]) => void) {
  window.history.replaceState(null, '', path)
  return open(path, { [path.split('?', 1).join('')]: <Frame area={area} onFiles={onFiles} /> })
}

const message = () => screen.getByLabelText('Message')
const drop = (...types: string[]) => fireEvent.drop(message(), { dataTransfer: aTransfer(...types) })
const paste = (...types: string[]) => fireEvent.paste(message(), { clipboardData: aTransfer(...types) })

beforeEach(() => void serve({}))
afterEach(() => window.history.replaceState(null, '', '/'))

test.for([
  ['dropped', drop],
  ['pasted', paste],
] as const)('a file %s on the chat leads the client to the newest ongoing project', async ([, bring]) => {
  signInClient()
  const projects = [
    aProject({ id: 'p3', status: 'Completed' }),
    aProject({ id: 'p2', archivedAt: '2026-09-02T10:14:00.000Z' }),
    aProject({ id: 'p1', title: 'Spring menu' }),
    aProject({ id: 'p0', title: 'Shop sign' }),
  ]
  serve({ 'GET /projects/client': () => Response.json(projects) })
  const router = show('client', '/client-dashboard/chat')

  bring()

  fireEvent.click(await screen.findByRole('button', { name: 'Open project' }))
  expect(router.state.location.pathname).toBe('/client-dashboard/projects/p1')
})

test.for([
  ['has no ongoing project', () => Response.json([aProject({ status: 'Completed' })])],
  ['cannot be asked for', () => problem(503, 'NOT_READY', 'Please try again.')],
] as const)('a file leads a client whose list %s to My Projects', async ([what, answer]) => {
  if (what === 'cannot be asked for') vi.spyOn(console, 'error').mockImplementation(() => {})
  signInClient()
  serve({ 'GET /projects/client': answer })
  const router = show('client', '/client-dashboard/settings')

  drop()

  fireEvent.click(await screen.findByRole('button', { name: 'My Projects' }))
  expect(router.state.location.pathname).toBe('/client-dashboard')
})

test.for([
  ['/chat?client=c1', 'Open client', '/clients/c1'],
  ['/chat', 'Projects', '/projects'],
  ['/settings', 'Projects', '/projects'],
  ['/projects/p1/requests', 'Open project', '/projects/p1'],
] as const)('a file on %s leads the freelancer to “%s”', async ([path, label, to]) => {
  signInFreelancer()
  const router = show('freelancer', path)

  drop()

  fireEvent.click(await screen.findByRole('button', { name: label }))
  expect(router.state.location.pathname).toBe(to)
})

test('several files are answered once', async () => {
  signInFreelancer()
  show('freelancer', '/chat')

  drop()
  await screen.findByRole('button', { name: 'Projects' })
  paste()
  await expect.poll(() => screen.getAllByRole('status')).toHaveLength(1)

  expect(toasts()).toEqual([
    { kind: 'info', title: 'Files go to a project.', detail: 'Open one and add them there.' },
  ])
})

test('a page that takes files gets them alone', async () => {
  signInFreelancer()
  const taken: string[] = []
  show('freelancer', '/projects/p1', (files) => taken.push(...files.map(({ name }) => name)))

  paste()
  fireEvent.drop(message(), {
    dataTransfer: { types: ['Files'], items: [{ kind: 'file', getAsFile: () => aLocalFile('b.png') }] },
  })
  await import('../features/files/say-where-files-go.ts')

  expect(taken).toEqual(['a.png', 'b.png'])
  expect(toasts()).toEqual([])
})

test('pasted text and an image that is dragged out of a page are not answered', async () => {
  signInFreelancer()
  show('freelancer', '/chat')
  const pasted = createEvent.paste(message(), { clipboardData: aTransfer('text/html', 'text/plain') })

  fireEvent(message(), pasted)
  drop('text/html')
  await import('../features/files/say-where-files-go.ts')

  expect(pasted.defaultPrevented, 'the text is pasted').toBe(false)
  expect(toasts()).toEqual([])
})

test('nothing can be added in a preview, and the answer says so', async () => {
  const exp = Math.floor(Date.now() / 1_000) + 900
  startPreviewIn(window, tokenFor({ sub: 'c1', role: 'client', sid: 's9', firstName: 'Maya', exp }))
  reloadSession('client')
  show('client', '/client-dashboard/chat')

  drop()

  await expect
    .poll(toasts)
    .toEqual([{ kind: 'info', title: 'Files cannot be added in the preview.', detail: undefined }])
})
