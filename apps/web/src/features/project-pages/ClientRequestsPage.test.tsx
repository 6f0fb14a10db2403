import type { projects, requests } from '@portico/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeUploads } from '../../../test/fake-uploads.ts'
import { aLocalFile } from '../../../test/file.ts'
import {
  changedMeanwhile,
  open,
  problem,
  serve,
  signInClient,
  toasts,
  tokenFor,
} from '../../../test/fixtures.tsx'
import { aProject } from '../../../test/project.ts'
import { aLinkOfProject, anAnswer, anAnswerFile, aRequest, someReminders } from '../../../test/request.ts'
import { reloadSession } from '../../app/session.ts'
import { startPreviewIn } from '../../app/stored.ts'
import ClientRequestsPage from './ClientRequestsPage.tsx'

const path = '/client-dashboard/projects/p1/requests'
const hours = aRequest({ id: 'r1', title: 'Opening hours', kind: 'text', dueDate: '2026-11-24' })
const photo = aRequest({ id: 'r2', title: 'Photo of the shopfront' })
const logo = aRequest({ id: 'r3', title: 'Logo', state: 'answered', files: [anAnswerFile()] })

interface Served {
  requests: requests.Request[]
  project?: Partial<projects.Project>
  handlers?: Parameters<typeof serve>[0]
}

/** A test may change `server.requests` later. */
async function show({ requests: all, project, handlers = {} }: Served) {
  const server = { requests: all, reminders: someReminders(), stagedFiles: [] as requests.AnswerFile[] }
  serve({
    'GET /projects/client/p1': () => Response.json(aProject(project)),
    'GET /projects/p1/requests': () => Response.json(server),
    'GET /clients/my-freelancer': () =>
      Response.json({
        freelancer: { id: 'f1', name: 'Ada Marsh', email: 'ada@marsh.test', role: 'Freelancer' },
      }),
    'GET /files/limits': () => Response.json({ maxUploadBytes: 1_024 ** 3 }),
    'PUT /notifications/read': () => Response.json({ count: 0 }),
    'GET /projects/p1/request-links': () => Response.json([]),
    'GET /requests/unsent': () => Response.json([]),
    ...handlers,
  })
  open(path, { '/client-dashboard/projects/:id/requests': <ClientRequestsPage /> })
  await screen.findByRole('heading', { level: 1, name: /Ada/ })
  return { server, user: userEvent.setup() }
}

const section = (name: string) => screen.getByRole('region', { name })
const answeredTitles = () =>
  within(screen.getByRole('heading', { name: 'Answered' }).closest('section') as HTMLElement)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)

function choose(title: string, ...files: File[]) {
  const input = section(title).querySelector('input[type=file][multiple]') as HTMLInputElement
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  fireEvent.change(input)
}

beforeEach(() => {
  // Due dates of another year are shown with it.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
  window.history.replaceState(null, '', path)
  signInClient()
})

test('open requests come first, answered ones below them with the name of the freelancer', async () => {
  await show({ requests: [logo, hours, photo] })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('2 things Ada needs from you')
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Opening hours',
    'Photo of the shopfront',
    'Answered',
  ])
  expect(screen.getByText('By 24 November.')).toBeDefined()
  expect(screen.getByText('With Ada').parentElement?.dataset.tone).toBe('pending')
  expect(screen.getByRole('link', { name: 'shopfront.jpg' }).getAttribute('href')).toBe(
    '/client-dashboard/files/f1',
  )
})

test('a half-written text is kept, also when sending fails, and deleted once it is sent', async () => {
  let isUp = false
  const { server, user } = await show({
    requests: [hours, photo],
    handlers: {
      'PUT /requests/r1/answer': ({ body }) => {
        if (!isUp) return problem(503, 'UNAVAILABLE', 'Please try again in a moment.')
        expect(body).toEqual({ text: 'Eight to six.', was: { text: null } })
        server.requests = [{ ...hours, state: 'answered', answers: [anAnswer()] }, photo]
        return Response.json(server.requests[0])
      },
    },
  })
  await user.type(screen.getByRole('textbox', { name: 'Opening hours' }), 'Eight to six.')
  await user.click(screen.getByRole('button', { name: /^Send to Ada/ }))
  expect(await screen.findByText('Please try again in a moment.')).toBeDefined()
  isUp = true
  cleanup()
  open(path, { '/client-dashboard/projects/:id/requests': <ClientRequestsPage /> })
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Opening hours' })
  expect(field.value).toBe('Eight to six.')

  await user.click(screen.getByRole('button', { name: /^Send to Ada/ }))

  await waitFor(() => expect(answeredTitles()).toEqual(['Opening hours']))
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'Sent to Ada' }])
  expect(document.activeElement?.textContent).toBe('Photo of the shopfront')
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.includes('request'))).toEqual([]))
})

test('a text that was sent elsewhere meanwhile is shown beside the own one, which replaces it when kept', async () => {
  const sent: unknown[] = []
  const { user } = await show({
    requests: [hours, photo],
    handlers: {
      'PUT /requests/r1/answer': ({ body }) => {
        sent.push(body)
        if (sent.length > 1) return Response.json({ ...hours, state: 'answered', answers: [anAnswer()] })
        return changedMeanwhile({ text: 'Ten to four.' })
      },
    },
  })
  await user.type(screen.getByRole('textbox', { name: 'Opening hours' }), 'Eight to six.')
  await user.click(screen.getByRole('button', { name: /^Send to Ada/ }))
  expect(await screen.findByText('Ten to four.')).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Keep mine' }))
  await user.click(screen.getByRole('button', { name: /^Send to Ada/ }))

  await waitFor(() =>
    expect(sent).toEqual([
      { text: 'Eight to six.', was: { text: null } },
      { text: 'Eight to six.', was: { text: 'Ten to four.' } },
    ]),
  )
})

test.for([
  ['I don’t have it', 'missing'],
  ['Not needed', 'unneeded'],
] as const)('“%s” is sent with a second tap, with a comment if there is one', async ([label, unable]) => {
  const { server, user } = await show({
    requests: [photo],
    handlers: {
      'PUT /requests/r2/answer': ({ body }) => {
        expect(body).toEqual({ unable, comment: 'Ask Tom.', was: { text: null } })
        server.requests = [
          { ...photo, state: 'answered', answers: [anAnswer({ text: null, unable, comment: 'Ask Tom.' })] },
        ]
        return Response.json(server.requests[0])
      },
    },
  })
  await user.click(screen.getByRole('button', { name: label }))
  await user.type(screen.getByRole('textbox', { name: /What should Ada know/ }), 'Ask Tom.')
  await user.click(screen.getByRole('button', { name: new RegExp(`^Send “${label}”`) }))

  expect(await screen.findByRole('heading', { name: 'Ada has your answers.' })).toBeDefined()
  expect(screen.getByText(`${label}. Ask Tom.`)).toBeDefined()
})

test.for([
  ['accepted', null, 'Ada has everything.'],
  ['answered', null, 'Ada has your answers.'],
  ['accepted', 'missing', 'Ada has your answers.'],
] as const)(
  'an answer that is %s, with %s, is no more than what the heading claims',
  async ([state, unable, heading]) => {
    await show({ requests: [{ ...hours, state, answers: [anAnswer({ unable })] }] })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading)
  },
)

test('chosen files are gathered with their pictures, and answer the request when they are sent', async () => {
  const uploads = fakeUploads()
  const sent: unknown[] = []
  const { server, user } = await show({
    requests: [photo],
    handlers: {
      'POST /projects/p1/requests/send': ({ body }) => {
        sent.push(body)
        const files = server.requests[0]?.stagedFiles ?? []
        server.requests = [{ ...photo, state: 'answered', files }]
        return Response.json({ sent: files.length })
      },
    },
  })
  choose(photo.title, aLocalFile('front.jpg', { size: 1_000 }), aLocalFile('back.jpg', { size: 2_000 }))
  await waitFor(() => expect(uploads).toHaveLength(2))
  expect(uploads.map(({ url, fields: { requestId, staged } }) => [url, requestId, staged])).toEqual([
    ['/api/files/client/upload', 'r2', 'true'],
    ['/api/files/client/upload', 'r2', 'true'],
  ])
  act(() => uploads[0]?.progress(500))
  expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'front.jpg' }).value).toBe(50)

  const [front, back] = ['front.jpg', 'back.jpg'].map((fileName, index) =>
    anAnswerFile({ id: `f${index + 1}`, fileName, size: (index + 1) * 1_000 }),
  )
  server.requests = [aRequest({ ...photo, stagedFiles: [front as requests.AnswerFile] })]
  act(() => uploads[0]?.respond({ status: 201, body: { id: 'f1' } }))
  expect(await screen.findByText('1 of 2 files here.')).toBeDefined()
  expect(toasts()).toEqual([])
  await user.click(screen.getByRole('button', { name: /^Send to Ada/ }))
  expect(await screen.findByText('Sent as soon as 1 more file has arrived.')).toBeDefined()
  expect(sent).toEqual([])

  server.requests = [aRequest({ ...photo, stagedFiles: [front, back] as requests.AnswerFile[] })]
  act(() => uploads[1]?.respond({ status: 201, body: { id: 'f2' } }))

  await waitFor(() => expect(answeredTitles()).toEqual([photo.title]))
  expect(sent).toEqual([{ requestId: 'r2' }])
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'Answer sent' }])
})

test('a file of 0 bytes and one that fails are named, and the others are sent', async () => {
  const uploads = fakeUploads()
  const { server, user } = await show({
    requests: [photo],
    handlers: {
      'POST /projects/p1/requests/send': () => {
        server.requests = [{ ...photo, state: 'answered', files: [anAnswerFile({ fileName: 'one.jpg' })] }]
        return Response.json({ sent: 1 })
      },
    },
  })
  choose(
    photo.title,
    aLocalFile('one.jpg', { size: 1_000 }),
    aLocalFile('empty.jpg', { size: 0 }),
    aLocalFile('two.jpg', { size: 2_000 }),
  )
  await waitFor(() => expect(uploads).toHaveLength(2))
  expect(screen.getByText(/^Upload failed. It is empty/).closest('li')?.textContent).toContain('empty.jpg')
  server.requests = [aRequest({ ...photo, stagedFiles: [anAnswerFile({ fileName: 'one.jpg' })] })]
  act(() => uploads[0]?.respond({ status: 201, body: { id: 'f1' } }))
  act(() =>
    uploads[1]?.respond({ status: 507, body: { code: 'NO_ROOM', message: 'There is no room left.' } }),
  )
  expect(await screen.findByText('Upload failed. There is no room left.')).toBeDefined()

  await user.click(await screen.findByRole('button', { name: /^Send to Ada/ }))

  await waitFor(() => expect(answeredTitles()).toEqual([photo.title]))
  expect(screen.getByText(/^Upload failed. It is empty/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Retry two.jpg' })).toBeDefined()
})

test('one of the gathered files is removed before they are sent', async () => {
  const [front, back] = ['front.jpg', 'back.heic'].map((fileName, index) =>
    anAnswerFile({ id: `f${index + 1}`, fileName, contentType: index ? 'image/heic' : 'image/jpeg' }),
  ) as [requests.AnswerFile, requests.AnswerFile]
  const { server, user } = await show({
    requests: [aRequest({ ...photo, stagedFiles: [front, back] })],
    handlers: {
      'DELETE /files/f1': () => {
        server.requests = [aRequest({ ...photo, stagedFiles: [back] })]
        return new Response(null, { status: 204 })
      },
    },
  })
  expect(screen.getByText('2 photos not sent yet. Ada sees them once you send them.')).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Remove front.jpg' }))

  expect(await screen.findByText('1 photo not sent yet. Ada sees it once you send it.')).toBeDefined()
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove back.heic'))
})

test('files for a request that was accepted or deleted meanwhile stay in sight, and can still be sent', async () => {
  const sent: unknown[] = []
  const { server, user } = await show({
    requests: [{ ...logo, state: 'accepted', stagedCount: 1, stagedFiles: [anAnswerFile({ id: 'f2' })] }],
    handlers: {
      'POST /projects/p1/requests/send': ({ body }) => {
        sent.push(body)
        return Response.json({ sent: 1 })
      },
    },
  })
  expect(screen.getByText(/Ada has accepted your answer already/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Choose files/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Send to Ada/ }))
  await waitFor(() => expect(sent).toEqual([{ requestId: 'r3' }]))

  server.requests = []
  server.stagedFiles = [anAnswerFile({ id: 'f3', fileName: 'late.jpg' })]
  cleanup()
  open(path, { '/client-dashboard/projects/:id/requests': <ClientRequestsPage /> })
  const section = await screen.findByRole('region', { name: '1 photo not sent yet' })
  await user.click(within(section).getByRole('button', { name: /^Send to Ada/ }))
  await waitFor(() => expect(sent).toEqual([{ requestId: 'r3' }, { requestId: null }]))
})

test('files go with a text, by one button', async () => {
  const sent: unknown[] = []
  const file = anAnswerFile()
  const { server, user } = await show({
    requests: [aRequest({ ...hours, stagedFiles: [file] })],
    handlers: {
      'PUT /requests/r1/answer': ({ body }) => {
        sent.push(body)
        server.requests = [
          aRequest({ ...hours, state: 'answered', answers: [anAnswer()], stagedFiles: [file] }),
        ]
        return Response.json(server.requests[0])
      },
      'POST /projects/p1/requests/send': ({ body }) => {
        sent.push(body)
        return Response.json({ sent: 1 })
      },
    },
  })
  await user.type(screen.getByRole('textbox', { name: 'Opening hours' }), 'See the photo.')
  await user.click(screen.getByRole('button', { name: /^Send to Ada/ }))

  await waitFor(() => expect(sent).toMatchObject([{ text: 'See the photo.' }, { requestId: 'r1' }]))
})

test('a dropped file answers the request under it', async () => {
  const uploads = fakeUploads()
  await show({ requests: [hours, photo] })
  const file = aLocalFile('hours.pdf')
  const dataTransfer = { types: ['Files'], files: [file], items: [{ kind: 'file', getAsFile: () => file }] }

  fireEvent.drop(document.body, { dataTransfer })
  expect(toasts()).toMatchObject([{ kind: 'info', title: 'Drop it on the request that it answers' }])
  fireEvent.drop(within(section('Opening hours')).getByRole('textbox'), { dataTransfer })

  await waitFor(() => expect(uploads.map(({ fields }) => fields.requestId)).toEqual(['r1']))
})

test('an answer can be changed until it is accepted', async () => {
  const text = { ...hours, state: 'answered' as const, answers: [anAnswer({ text: 'Eight to six.' })] }
  const { user } = await show({
    requests: [text, { ...logo, state: 'accepted' }],
    handlers: { 'PUT /requests/r1/answer': ({ body }) => Response.json({ ...text, ...(body as object) }) },
  })
  expect(screen.queryByRole('button', { name: 'Change Logo' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Change Opening hours' }))
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Opening hours' })
  expect(field.value).toBe('Eight to six.')
  await user.type(field, ' Sunday closed.')
  await user.click(screen.getByRole('button', { name: /^Send to Ada/ }))

  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'Sent to Ada' }])
})

test('a link that was just made can still be copied after a guest has answered', async () => {
  const url = 'http://localhost/give/secret'
  const { server, user } = await show({
    requests: [photo],
    handlers: {
      'GET /requests/r2/links': () => Response.json([]),
      'POST /requests/r2/links': () => {
        server.requests = [{ ...photo, state: 'answered', files: [anAnswerFile()] }]
        return Response.json({ id: 'l1', url }, { status: 201 })
      },
    },
  })
  await user.click(screen.getByRole('button', { name: 'Ask somebody else' }))
  await user.click(await screen.findByRole('button', { name: /^Make a link/ }))

  await screen.findByRole('heading', { name: 'Ada has your answers.', hidden: true })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toBe(url)
})

test('a request that was sent back shows the reason, and starts with the previous text', async () => {
  await show({
    requests: [
      { ...hours, sentBack: true, reason: 'And on Sundays?', answers: [anAnswer({ text: 'Eight to six.' })] },
    ],
  })
  expect(screen.getByText('And on Sundays?')).toBeDefined()
  expect(screen.getByText(/^Sent back/)).toBeDefined()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Opening hours' }).value).toBe(
    'Eight to six.',
  )
})

test('what a guest sent is not said to be sent by the client', async () => {
  const byGuest = anAnswerFile({ author: 'Sam (asked by Maya)', authorType: 'Guest' })
  await show({ requests: [{ ...photo, sentBack: true, files: [byGuest] }] })
  expect(screen.getByText('Already sent')).toBeDefined()
  expect(screen.queryByText('You sent')).toBeNull()
})

test('what answers a request is disabled in a preview, and nothing is marked as read', async () => {
  const exp = Math.floor(Date.now() / 1_000) + 900
  startPreviewIn(window, tokenFor({ sub: 'c1', role: 'client', sid: 's9', firstName: 'Maya', exp }))
  reloadSession('client')
  const markRead = () => expect.fail('marked as read')
  await show({ requests: [hours, logo], handlers: { 'PUT /notifications/read': markRead } })
  const controls = [...screen.getAllByRole('button'), screen.getByRole('textbox')]
  expect(controls.filter((control) => !control.matches(':disabled'))).toEqual([])
  expect(screen.queryByText(/archived/)).toBeNull()
})

test('requests of an archived project can only be read', async () => {
  await show({ requests: [hours, logo], project: { archivedAt: '2026-11-19T09:00:00.000Z' } })
  expect(screen.getByText(/This project is archived/)).toBeDefined()
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('says who of the client gathered which files', async () => {
  const stagedFiles = [anAnswerFile({ id: 'f1' }), anAnswerFile({ id: 'f2', author: 'Sam Reed' })]
  await show({ requests: [{ ...photo, stagedFiles, stagedCount: 2 }] })

  expect(screen.getByText('Sam Reed gathered 1 of these.')).toBeDefined()
  expect(screen.queryByText(/Maya Whitcombe gathered/)).toBeNull()
})

test('a contact who only looks reads the requests and answers none', async () => {
  signInClient(undefined, { looksOnly: true })
  await show({ requests: [logo, hours] })

  expect(screen.getByRole('heading', { level: 2, name: 'Opening hours' })).toBeDefined()
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('names the colleague who answered, and says “you” of oneself only', async () => {
  const answer: requests.Answer = {
    ...{ id: 'a1', text: 'Nine to five', unable: null, comment: null },
    ...{ author: 'Tom Ferris', authorType: 'Client', answeredAt: '2026-11-20T10:00:00.000Z' },
  }
  const open = { state: 'open', sentBack: true } as const
  await show({
    requests: [
      { ...hours, ...open, answers: [answer] },
      { ...logo, ...open, files: [], answers: [{ ...answer, author: 'Maya Whitcombe' }] },
    ],
  })

  const of = (name: string) => within(screen.getByRole('region', { name })).queryByText('You sent')
  expect(of(hours.title)).toBeNull()
  expect(of(logo.title)).not.toBeNull()
  expect(screen.getByText('Tom Ferris:')).toBeDefined()
})

test('the links to requests of an archived project can still be revoked', async () => {
  const request = { id: hours.id, title: hours.title }
  let links = [
    aLinkOfProject({ note: 'For Sam', request }),
    aLinkOfProject({ id: 'l2', note: 'For Kim', maker: 'Tom', makerId: 'c2', request }),
  ]
  const { user } = await show({
    requests: [hours],
    project: { archivedAt: '2026-11-19T09:00:00.000Z' },
    handlers: {
      'GET /projects/p1/request-links': () => Response.json(links),
      'DELETE /requests/r1/links/l1': () => {
        links = []
        return new Response(null, { status: 204 })
      },
    },
  })

  expect(await screen.findByText(/^Made by you on/)).toBeDefined()
  // A colleague of the client.
  expect(screen.getByText('Tom').parentElement?.textContent).toMatch(/^Made by Tom on/)
  await user.click(await screen.findByRole('button', { name: 'Revoke Opening hours, For Sam' }))

  await waitFor(() => expect(screen.queryAllByRole('button')).toEqual([]))
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'Link revoked' }])
})
