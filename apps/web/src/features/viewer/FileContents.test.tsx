import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aFile } from '../../../test/file.ts'
import { expectComplaint, open, problem, serve, signInFreelancer } from '../../../test/fixtures.tsx'
import { FileContents } from './FileContents.tsx'
import { OmissionsContext, useOmissions } from './omissions.tsx'
import type { ViewedFile } from './viewed-file.ts'

const picture = { fileName: 'door.png', contentType: 'image/png' }
const UNREADABLE = { width: null, height: null, pages: null, previewUrl: null }
const film = { fileName: 'film.mp4', contentType: 'video/mp4' }

beforeEach(signInFreelancer)

function show(part: Partial<ViewedFile>, handlers: Parameters<typeof serve>[0] = {}) {
  const file = { ...aFile(part), project: { id: 'p1', title: 'Menu', archivedAt: null } }
  window.history.replaceState(null, '', '/files/f1')
  serve({ 'GET /files/f1': () => Response.json(file), ...handlers })
  open('/files/f1', { '/files/:id': <Viewer file={file} /> })
}

/** Lists the parts of a file that its page does not show. */
function Viewer({ file }: { file: ViewedFile }) {
  const { omissions, add } = useOmissions()
  return (
    <OmissionsContext value={add}>
      <FileContents file={file} />
      <ul aria-label="Not shown">
        {omissions.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </OmissionsContext>
  )
}

const reported = () =>
  within(screen.getByRole('list', { name: 'Not shown' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)
const text = { fileName: 'a.txt', contentType: 'text/plain', size: 18 }

test.each([
  ['logo.svg', 'application/octet-stream', 'SVG file'],
  ['page.html', 'application/octet-stream', 'HTML file'],
  ['scan.bmp', 'image/bmp', 'BMP file'],
  ['fonts.zip', 'application/zip', 'ZIP file'],
])('says what %s is, and offers its download', (fileName, contentType, kind) => {
  show({ fileName, contentType, size: 2_000 })

  expect(screen.getByText('This kind of file cannot be shown here.')).toBeDefined()
  expect(screen.getByText(`${kind}, 2 KB`)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
    '/files/f1?signed&download=1',
  )
  expect(reported()).toEqual(['This kind of file cannot be shown here. Download the file to see it.'])
})

test('never gives the browser a picture that the server could not open', async () => {
  show(picture, {
    'GET /files/f1/picture': () => Response.json(UNREADABLE),
    'GET /files/f1/bytes': () => new Response('no picture at all'),
  })

  expect(await screen.findByText('This picture cannot be shown.')).toBeDefined()
  expect(document.querySelector('img')).toBeNull()
})

test('says that a picture is a HEIC picture, whatever its name says', async () => {
  show(picture, {
    'GET /files/f1/picture': () => Response.json(UNREADABLE),
    'GET /files/f1/bytes': () => new Response('\0\0\0\x24ftypheic\0\0\0\0mif1heic'),
  })

  expect(await screen.findByText(/^By its contents it is a HEIC picture/)).toBeDefined()
  expect(screen.queryByText(/broken/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Download' })).toBeDefined()
})

test('reports that a picture has not been shown while it loads', () => {
  show(picture, { 'GET /files/f1/picture': () => new Promise<Response>(() => {}) })

  expect(reported()).toEqual(['The viewer has not shown this file yet.'])
})

test('names the encoding of a text that it guesses', async () => {
  show(text, {
    'GET /files/f1/bytes': () => new Response(Buffer.from('Gr\xf6\xdfe \x96 12 \x80', 'latin1')),
  })

  expect(await screen.findByText('Größe – 12 €')).toBeDefined()
  expect(reported()).toEqual([
    'Read as Windows-1252, which is a guess. Download the file if characters look wrong.',
  ])
})

test('shows the beginning of a long text, and says so', async () => {
  show({ ...text, size: 50_000_000 }, { 'GET /files/f1/bytes': () => new Response('Hello') })

  expect(await screen.findByText('Hello')).toBeDefined()
  expect(reported()).toEqual([
    'The viewer shows the beginning of this long text. Download the file to see all of it.',
  ])
})

test.each([
  { width: 0, expected: [expect.stringMatching(/^There is only sound/)] },
  { width: 640, expected: [] },
])('says whether a video has a picture that the browser can show: $width', ({ width, expected }) => {
  show(film)
  const video = screen.getByLabelText('film.mp4', { selector: 'video' })
  Object.defineProperty(video, 'videoWidth', { value: width })

  fireEvent.loadedMetadata(video)

  expect(reported()).toEqual(expected)
})

test('says nothing of a missing picture about a recording of sound', () => {
  show({ fileName: 'voice.mp3', contentType: 'audio/mpeg' })

  fireEvent.loadedMetadata(screen.getByLabelText('voice.mp3', { selector: 'audio' }))

  expect(reported()).toEqual([])
})

test('space plays and pauses, and the arrows step through it', async () => {
  show(film)
  const video = screen.getByLabelText<HTMLVideoElement>('film.mp4', { selector: 'video' })
  const played = vi.spyOn(video, 'play').mockResolvedValue()
  Object.defineProperty(video, 'duration', { value: 60 })
  fireEvent.loadedMetadata(video)

  fireEvent.keyDown(document.body, { key: ' ' })
  for (const [key, shiftKey] of [
    ['ArrowRight', true],
    ['ArrowRight', false],
    ['ArrowLeft', false],
    ['ArrowRight', false],
  ] as const)
    fireEvent.keyDown(document.body, { key, shiftKey })

  expect(played).toHaveBeenCalledOnce()
  expect(video.currentTime).toBe(11)
  fireEvent.keyDown(screen.getByRole('button', { name: 'Speed 1×' }), { key: ' ' })
  expect(played).toHaveBeenCalledOnce()
})

test.each([
  { code: 'FILE_LOST', title: 'The contents are gone.' },
  { code: 'FILE_DAMAGED', title: 'The contents are damaged.' },
])('shows that the contents are lost or damaged, without a download: $code', async ({ code, title }) => {
  expectComplaint('error')
  show(picture, { 'GET /files/f1/picture': () => problem(410, code, 'Please upload it again.') })

  expect(await screen.findByText(title)).toBeDefined()
  expect(screen.getByText('Please upload it again.')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Download' })).toBeNull()
})

test('shows that the storage does not respond, and retries', async () => {
  expectComplaint('error')
  let isDown = true
  show(
    { fileName: 'a.txt', contentType: 'text/plain', size: 5 },
    {
      'GET /files/f1/bytes': () =>
        isDown ? problem(503, 'STORAGE_NOT_READY', 'The files cannot be reached.') : new Response('Hello'),
    },
  )

  expect(await screen.findByText('The files cannot be reached.')).toBeDefined()
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByText('Hello')).toBeDefined()
})

test('a video continues with a fresh link after its link has expired', async () => {
  show(film, { 'GET /files/f1': () => Response.json({ ...aFile(film), fileUrl: '/files/f1?fresh' }) })

  fireEvent.error(screen.getByLabelText('film.mp4', { selector: 'video' }))

  await waitFor(() => expect(document.querySelector('video')?.getAttribute('src')).toBe('/files/f1?fresh'))
})

test('shows that a video cannot be played', async () => {
  show(film, { 'GET /files/f1/bytes': () => new Response('x') })

  fireEvent.error(screen.getByLabelText('film.mp4', { selector: 'video' }))

  expect(await screen.findByText('This file could not be played.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Download' })).toBeDefined()
})
