import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'
import type { ListedFile } from '../src/features/files/files.queries.ts'
import { ProjectFiles } from '../src/features/project-files/ProjectFiles.tsx'
import { fakeUploads } from './fake-uploads.ts'
import { aFile } from './file.ts'
import { open, serve, signInClient, signInFreelancer } from './fixtures.tsx'

interface Options {
  as?: 'freelancer' | 'client'
  /** What the server lists. A test may replace `server.files` later, and let it wait with `server.beforeList`. */
  files?: ListedFile[]
  handlers?: Parameters<typeof serve>[0]
  /** Of the address. */
  hash?: string
}

/** The files of project p1, as one of the two sides sees them. */
export function showProjectFiles({ as = 'freelancer', files = [], handlers = {}, hash = '' }: Options = {}) {
  const path = as === 'client' ? '/client-dashboard/projects/p1' : '/projects/p1'
  window.history.replaceState(null, '', path)
  const token = as === 'client' ? signInClient() : signInFreelancer()
  const uploads = fakeUploads()
  const server = { files, beforeList: Promise.resolve() }
  serve({
    'GET /files/project/p1': async () => {
      await server.beforeList
      return Response.json(server.files.map(({ readAt: _readAt, ...file }) => file))
    },
    ...Object.fromEntries(['f1', 'f2', 'f3'].flatMap(answersAbout)),
    'GET /files/limits': () => Response.json({ maxUploadBytes: 1_024 ** 3 }),
    ...handlers,
  })
  const router = open(path + hash, { [path]: <ProjectFiles projectId="p1" /> })
  const input = document.querySelector('input[type=file][multiple]') as HTMLInputElement
  const choose = (...chosen: File[]) => {
    Object.defineProperty(input, 'files', { value: chosen, configurable: true })
    fireEvent.change(input)
  }
  return { router, token, uploads, server, choose, user: userEvent.setup() }
}

/** What goes with a file when it is deleted, and its picture, which needs no preview. */
function answersAbout(id: string) {
  return [
    [`GET /files/${id}/notes`, () => Response.json([])],
    [`GET /files/${id}/notes/counts`, () => Response.json({ total: 0, open: 0, openOfClient: 0 })],
    [`GET /files/${id}/reviews`, () => Response.json([])],
    [
      `GET /files/${id}/picture`,
      () => Response.json({ width: 320, height: 200, pages: 1, previewUrl: null }),
    ],
  ] as const
}

export const proof = aFile()

export const photo = aFile({
  id: 'f2',
  fileName: 'counter.jpg',
  fileUrl: '/files/f2?signed',
  thumbnailUrl: '/files/f2/thumbnail?signed',
  contentType: 'image/jpeg',
  uploader: 'Maya Whitcombe',
  uploaderId: 'c1',
  uploaderType: 'Client',
})

export const fileList = () => screen.findByRole('list', { name: 'Uploaded Files' })
export const uploadQueue = () => screen.findByRole('list', { name: 'Uploading' })

/** Refetches the list, as a browser that is online again does. Needs a faked Date. */
export function refetchList() {
  vi.setSystemTime(Date.now() + 60_000)
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
}
