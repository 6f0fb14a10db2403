import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aFile } from '../../../../test/file.ts'
import { expectComplaint, open, problem, serve, signInFreelancer } from '../../../../test/fixtures.tsx'
import { FileContents } from './FileContents.tsx'
import type { ViewedFile } from './viewed-file.ts'

const picture = { fileName: 'door.png', contentType: 'image/png' }
const film = { fileName: 'film.mp4', contentType: 'video/mp4' }

beforeEach(signInFreelancer)

function show(part: Partial<ViewedFile>, handlers: Parameters<typeof serve>[0] = {}) {
  const file = { ...aFile(part), project: { id: 'p1', title: 'Menu', archivedAt: null } }
  window.history.replaceState(null, '', '/files/f1')
  serve({ 'GET /files/f1': () => Response.json(file), ...handlers })
  open('/files/f1', { '/files/:id': <FileContents file={file} /> })
}

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
})

test('never gives the browser a picture that the server could not open', async () => {
  show(picture, {
    'GET /files/f1/picture': () => Response.json({ width: null, height: null, previewUrl: null }),
  })

  expect(await screen.findByText('This picture cannot be shown.')).toBeDefined()
  expect(document.querySelector('img')).toBeNull()
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
