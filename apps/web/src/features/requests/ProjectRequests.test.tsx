import type { projects, requests } from '@portico/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { open, problem, serve, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import { aProject } from '../../../test/project.ts'
import { aLinkOfProject, anAnswer, anAnswerFile, aRequest, someReminders } from '../../../test/request.ts'
import { ProjectRequests } from './ProjectRequests.tsx'

interface Served {
  requests?: requests.Request[]
  reminders?: Partial<requests.Reminders>
  project?: Partial<projects.Project>
  handlers?: Parameters<typeof serve>[0]
}

/** A test may change `server.requests` later. */
async function show({ requests: all = [], reminders, project, handlers = {} }: Served = {}) {
  const server = { requests: all, reminders: someReminders(reminders) }
  const asked = serve({
    'GET /projects/p1/requests': () => Response.json(server),
    'GET /projects/p1/request-links': () => Response.json([]),
    ...handlers,
  })
  open('/', { '/': <ProjectRequests project={aProject(project)} /> })
  await screen.findByRole('link', { name: 'Requests on all projects' })
  return { server, asked, user: userEvent.setup() }
}

const three = [
  aRequest({ id: 'r1', title: 'Logo', position: 1 }),
  aRequest({ id: 'r2', title: 'Hours', position: 2 }),
  aRequest({ id: 'r3', title: 'Prices', position: 3 }),
]

const rows = () =>
  within(screen.getByRole('list', { name: 'Requests' })).getAllByRole('heading', { level: 3 })
const shownTitles = () => {
  const items = within(screen.getByRole('list', { name: 'Requests' })).getAllByRole('listitem')
  const byOrder = [...items].sort((a, b) => Number(a.style.order) - Number(b.style.order))
  return byOrder.map((item) => within(item).getByRole('heading').textContent)
}
// Queries by role take seconds with many rows.
const titleFields = () => [...document.querySelectorAll<HTMLInputElement>('input[name="title"]')]
const addButton = (text: string) => screen.getByText(text).closest('button') as HTMLElement

beforeEach(() => {
  signInFreelancer()
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] })
})

test.for<[word: string, tone: string | undefined, part: Partial<requests.Request>]>([
  ['Open', undefined, {}],
  ['Sent back', 'progress', { sentBack: true, reason: 'Larger, please.' }],
  ['Answered', 'pending', { state: 'answered', answers: [anAnswer()] }],
  ['Accepted', 'done', { state: 'accepted', answers: [anAnswer()] }],
])('a request that is %s has its word, its colour and a glyph', async ([word, tone, part]) => {
  await show({ requests: [aRequest(part)] })
  const badge = screen.getByText(word)
  expect(badge.dataset.tone).toBe(tone)
  expect(badge.querySelector('svg')).not.toBeNull()
})

test('shows which requests are open, overdue, answered and accepted', async () => {
  await show({
    requests: [
      aRequest({ id: 'r1', dueDate: '2026-11-18', overdue: true }),
      aRequest({ id: 'r2', title: 'Hours', kind: 'text', state: 'answered', answers: [anAnswer()] }),
      aRequest({
        id: 'r3',
        title: 'Logo',
        state: 'accepted',
        files: [
          anAnswerFile({
            fileName: 'logo.svg',
            review: { id: 'v1', round: 1, state: 'approved', dueDate: null },
          }),
        ],
      }),
    ],
  })
  expect(screen.getByText('1 open, 1 to look at, 1 accepted')).toBeDefined()
  expect(screen.getByText('Overdue since 18 November.').className).toBe('late')
  expect(screen.getByText(/Eight to six/)).toBeDefined()
  const logo = screen.getByRole('link', { name: 'logo.svg' })
  expect(logo.getAttribute('href')).toBe('/files/f1')
  expect(logo.parentElement?.textContent).toContain('(approved)')
})

test('does not say that the client answered what a guest gave', async () => {
  await show({
    requests: [
      aRequest({ id: 'r1', state: 'answered', files: [anAnswerFile({ authorType: 'Guest' })] }),
      aRequest({ id: 'r2', state: 'answered', answers: [anAnswer()] }),
    ],
  })
  expect(screen.getByText(/Answered on 15 November/)).toBeDefined()
  expect(screen.getByText(/Maya answered on 15 November/)).toBeDefined()
})

test('lists the links of all requests, and the focus stays among them when one is revoked', async () => {
  let links = [
    aLinkOfProject({ id: 'l2', note: null, uses: 2, lastUsedAt: '2026-11-18T12:00:00.000Z' }),
    aLinkOfProject({
      id: 'l1',
      note: 'For Sam',
      madeBy: 'freelancer',
      maker: 'Ada Marsh',
      makerId: 'f1',
      request: { id: 'r1', title: 'Logo' },
    }),
  ]
  const revoke = (id: string) => () => {
    links = links.filter((link) => link.id !== id)
    return new Response(null, { status: 204 })
  }
  const { user } = await show({
    requests: three,
    handlers: {
      'GET /projects/p1/request-links': () => Response.json(links),
      'DELETE /requests/r2/links/l2': revoke('l2'),
      'DELETE /requests/r1/links/l1': revoke('l1'),
    },
  })
  const region = screen.getByRole('region', { name: 'Links' })
  const items = await within(region).findAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^HoursMade by Maya on 15 November.*Used 2 times, last on 18 November/),
    expect.stringMatching(/^LogoFor SamMade by you on.*Not used yet/),
  ])

  await user.click(within(region).getByRole('button', { name: 'Revoke Hours' }))
  const last = within(region).getByRole('button', { name: 'Revoke Logo, For Sam' })
  await waitFor(() => expect(document.activeElement).toBe(last))
  await user.click(last)

  await waitFor(() =>
    expect(document.activeElement).toBe(within(region).getByRole('heading', { name: 'Links' })),
  )
  expect(within(region).queryByRole('list')).toBeNull()
})

describe('adding', () => {
  test('Enter adds a row, and on the empty last row moves to the button that adds them', async () => {
    const added = vi.fn(({ body }) => Response.json({ requests: body.requests }, { status: 201 }))
    const { user } = await show({ handlers: { 'POST /projects/p1/requests': added } })

    await user.type(titleFields()[0] as HTMLElement, 'Logo{Enter}')
    await user.selectOptions(screen.getAllByRole('combobox', { name: 'As' })[1] as HTMLElement, 'A text')
    await user.type(titleFields()[1] as HTMLElement, 'Opening hours{Enter}{Enter}')
    expect(document.activeElement).toBe(addButton('Add 2 requests'))
    await user.keyboard('{Enter}')

    await waitFor(() => expect(toasts()).toMatchObject([{ kind: 'success', title: '2 requests added' }]))
    expect(added.mock.lastCall?.[0].body).toEqual({
      requests: [
        { title: 'Logo', kind: 'file', dueDate: null, clientRequestId: expect.any(String) },
        { title: 'Opening hours', kind: 'text', dueDate: null, clientRequestId: expect.any(String) },
      ],
    })
    expect(titleFields().map(({ value }) => value)).toEqual([''])
    expect(document.activeElement).toBe(titleFields()[0])
  })

  test('a pasted list becomes rows, and is still there after a reload', async () => {
    const { user } = await show()
    await user.click(titleFields()[0] as HTMLElement)
    await user.paste('1. Logo\n2. Opening hours\n3. Prices')
    const values = ['Logo', 'Opening hours', 'Prices', '']
    expect(titleFields().map(({ value }) => value)).toEqual(values)
    expect(screen.getByText('3 lines pasted.')).toBeDefined()
    expect(document.activeElement).toBe(titleFields()[3])
    await user.click(screen.getByRole('button', { name: 'Remove Opening hours' }))

    document.body.replaceChildren()
    await show()

    expect(titleFields().map(({ value }) => value)).toEqual(['Logo', 'Prices', ''])
  })

  test('70 pasted lines are sent in two calls, and those of the failed call stay in the form', async () => {
    const sizes: number[] = []
    const { user } = await show({
      handlers: {
        'POST /projects/p1/requests': ({ body }) => {
          sizes.push((body as { requests: unknown[] }).requests.length)
          if (sizes.length === 2) return problem(503, 'UNAVAILABLE', 'Please try again in a moment.')
          return Response.json({ requests: [] }, { status: 201 })
        },
      },
    })
    await user.click(titleFields()[0] as HTMLElement)
    await user.paste(Array.from({ length: 70 }, (_, index) => `Photo ${index + 1}`).join('\n'))
    await user.click(addButton('Add 70 requests'))

    expect(await screen.findByText('Please try again in a moment.')).toBeDefined()
    expect(sizes).toEqual([50, 20])
    expect(titleFields()[0]?.value).toBe('Photo 51')
    expect(addButton('Add 20 requests')).toBeDefined()
  })

  test('rows that are sent again after a lost response keep their ids, and a changed row gets a new one', async () => {
    const sent: (string | null | undefined)[][] = []
    const { user } = await show({
      handlers: {
        'POST /projects/p1/requests': ({ body }) => {
          const added = (body as { requests: requests.NewRequest[] }).requests
          sent.push(added.map(({ clientRequestId }) => clientRequestId))
          return problem(503, 'UNAVAILABLE', 'Please try again in a moment.')
        },
      },
    })
    await user.click(titleFields()[0] as HTMLElement)
    await user.paste('Logo\nPrices')

    for (const calls of [1, 2, 3]) {
      if (calls === 3) await user.type(titleFields()[1] as HTMLElement, ' of 2027')
      await user.click(addButton('Add 2 requests'))
      await waitFor(() => expect(sent).toHaveLength(calls))
    }

    const [first, second, changed] = sent
    expect(new Set(first).size).toBe(2)
    expect(second).toEqual(first)
    expect(changed?.[0]).toBe(first?.[0])
    expect(first).not.toContain(changed?.[1])
  })

  test('shows how many more requests a project can have, before sending', async () => {
    const many = Array.from({ length: 199 }, (_, index) =>
      aRequest({ id: `r${index}`, title: `Photo ${index}` }),
    )
    const { user } = await show({ requests: many })
    await user.click(titleFields()[0] as HTMLElement)
    await user.paste('Logo\nPrices')
    expect(screen.getByText(/There is room for 1 more\./)).toBeDefined()
    expect(addButton('Add 2 requests').ariaDisabled).toBe('true')
  })
})

describe('the order', () => {
  test('Space picks up a row, arrow keys move it, Space drops it', async () => {
    const moved = vi.fn(() => {
      server.requests = ['r2', 'r3', 'r1'].map((id) => three.find((one) => one.id === id) as requests.Request)
      return Response.json(three[0])
    })
    const { server, user } = await show({ requests: three, handlers: { 'PUT /requests/r1': moved } })
    const handle = screen.getByRole('button', { name: 'Move Logo' })
    handle.focus()

    await user.keyboard(' ')
    expect(handle.ariaPressed).toBe('true')
    expect(screen.getByText('Logo taken. Place 1 of 3.')).toBeDefined()
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(shownTitles()).toEqual(['Hours', 'Prices', 'Logo'])
    expect(screen.getByText('Place 3 of 3')).toBeDefined()
    expect(moved).not.toHaveBeenCalled()
    await user.keyboard(' ')

    expect(rows().map(({ textContent }) => textContent)).toEqual(['Hours', 'Prices', 'Logo'])
    await waitFor(() => expect(moved).toHaveBeenCalledOnce())
    expect(moved.mock.lastCall).toMatchObject([{ body: { position: 3 } }])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Logo' }))
  })

  test('Escape cancels a move', async () => {
    const { user } = await show({ requests: three })
    screen.getByRole('button', { name: 'Move Prices' }).focus()
    await user.keyboard(' {Home}')
    expect(shownTitles()).toEqual(['Prices', 'Logo', 'Hours'])
    await user.keyboard('{Escape}')
    expect(shownTitles()).toEqual(['Logo', 'Hours', 'Prices'])
    expect(screen.getByText('Prices is back. Place 3 of 3.')).toBeDefined()
  })

  test('a move that fails is reverted with a message', async () => {
    const { user } = await show({
      requests: three,
      handlers: { 'PUT /requests/r3': () => problem(503, 'UNAVAILABLE', 'Please try again in a moment.') },
    })
    screen.getByRole('button', { name: 'Move Prices' }).focus()
    await user.keyboard(' {ArrowUp} ')

    await waitFor(() => expect(toasts()).toMatchObject([{ title: 'Failed to move request' }]))
    await waitFor(() =>
      expect(rows().map(({ textContent }) => textContent)).toEqual(['Logo', 'Hours', 'Prices']),
    )
  })
})

describe('what can be done with a request', () => {
  const answered = aRequest({ state: 'answered', files: [anAnswerFile()] })

  test('its answer is accepted', async () => {
    const { server, user } = await show({
      requests: [answered],
      handlers: {
        'PUT /requests/r1/state': ({ body }) => {
          expect(body).toEqual({ state: 'accepted' })
          server.requests = [{ ...answered, state: 'accepted' }]
          return Response.json(server.requests[0])
        },
      },
    })
    await user.click(screen.getByRole('button', { name: /^Accept/ }))
    expect(await screen.findByText('1 accepted')).toBeDefined()
  })

  test('its answer is sent back with a reason, which is kept until it is sent', async () => {
    let isUp = false
    const { server, user } = await show({
      requests: [answered],
      handlers: {
        'PUT /requests/r1/state': ({ body }) => {
          if (!isUp) return problem(503, 'UNAVAILABLE', 'Please try again in a moment.')
          expect(body).toEqual({ state: 'open', reason: 'Larger, please.' })
          server.requests = [{ ...answered, state: 'open', sentBack: true, reason: 'Larger, please.' }]
          return Response.json(server.requests[0])
        },
      },
    })
    await user.click(screen.getByRole('button', { name: 'Send back Photo of the shopfront' }))
    await user.type(await screen.findByRole('textbox', { name: /What is missing/ }), 'Larger, please.')
    await user.click(screen.getByRole('button', { name: /^Send back/ }))
    expect((await screen.findByRole('alert')).textContent).toContain('Please try again in a moment.')
    await user.keyboard('{Escape}')
    isUp = true
    await user.click(screen.getByRole('button', { name: 'Send back Photo of the shopfront' }))
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /What is missing/ }).value).toBe(
      'Larger, please.',
    )
    await user.click(screen.getByRole('button', { name: /^Send back/ }))

    expect(await screen.findByText(/^You, .*: Larger, please\.$/)).toBeDefined()
  })

  test('it is deleted after a confirmation that says what is deleted and what stays', async () => {
    const removed = vi.fn(() => {
      server.requests = []
      return new Response(null, { status: 204 })
    })
    const { server, user } = await show({
      requests: [aRequest({ state: 'answered', files: [anAnswerFile()], answers: [anAnswer()] })],
      handlers: { 'DELETE /requests/r1': removed },
    })
    await user.click(screen.getByRole('button', { name: 'More for Photo of the shopfront' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/1 written answer goes with it\. 1 file stays in the project\./)).toBeDefined()
    expect(removed).not.toHaveBeenCalled()
    await user.click(dialog.getByRole('button', { name: /^Delete Request/ }))

    expect(await screen.findByText('Nothing asked yet.')).toBeDefined()
  })

  test('offers nothing while its project is archived', async () => {
    await show({ requests: [answered], project: { archivedAt: '2026-11-19T09:00:00.000Z' } })
    expect(screen.queryAllByRole('button')).toEqual([])
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByRole('link', { name: 'shopfront.jpg' })).toBeDefined()
  })
})

describe('reminders', () => {
  test('are switched off at once, and on again when the server refuses', async () => {
    let refuse = (_: Response) => {}
    const { user } = await show({
      reminders: { nextAt: '2026-11-23T09:00:00.000Z', lastAt: '2026-11-18T09:00:00.000Z' },
      handlers: {
        'PUT /projects/p1/reminders': () =>
          new Promise((resolve) => {
            refuse = resolve
          }),
      },
    })
    const reminders = screen.getByRole('switch', { name: 'Remind Maya' })
    expect(screen.getByText(/Last on 18 November\. Next on 23 November\.$/)).toBeDefined()
    await user.click(reminders)
    await waitFor(() => expect(reminders.ariaChecked).toBe('false'))
    expect(screen.queryByText(/Next on/)).toBeNull()

    refuse(problem(503, 'UNAVAILABLE', 'Please try again in a moment.'))

    await waitFor(() => expect(reminders.ariaChecked).toBe('true'))
    expect(toasts()).toMatchObject([{ kind: 'error', title: 'Nothing was changed' }])
  })

  test('show that the client’s address does not work', async () => {
    await show({ reminders: { blockedBy: 'address', nextAt: '2026-11-23T09:00:00.000Z' } })
    expect(screen.getByText(/the email address does not work/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Change it' }).getAttribute('href')).toBe('/clients/c1')
    expect(screen.queryByText(/Next on/)).toBeNull()
  })

  test('show that none is sent before the client has come in', async () => {
    await show({ reminders: { blockedBy: 'uninvited', nextAt: null } })
    expect(screen.getByText('No reminders are sent until Maya has come in.')).toBeDefined()
  })
})

test('requests of another project are copied, and sent again with the same id after a lost response', async () => {
  const sentIds: string[] = []
  const { server, user } = await show({
    handlers: {
      'GET /requests/sources': () =>
        Response.json(
          [
            { id: 'p1', title: 'Spring menu' },
            { id: 'p2', title: 'Signage' },
          ].map((one) => ({
            ...one,
            requests: 5,
            client: { id: 'c2', firstName: 'Tom', lastName: 'Okafor' },
          })),
        ),
      'POST /projects/p1/requests/copy': ({ body }) => {
        expect(body).toEqual({ from: 'p2', clientCopyId: expect.any(String) })
        sentIds.push((body as requests.Copy).clientCopyId ?? '')
        if (sentIds.length === 1) return problem(503, 'NOT_READY', 'Please try again.')
        server.requests = three
        return Response.json({ requests: three }, { status: 201 })
      },
    },
  })
  await user.click(screen.getByRole('button', { name: 'Copy from another project' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findAllByRole('radio')).toHaveLength(1)
  await user.click(dialog.getByRole('radio', { name: /Signage/ }))
  await user.click(dialog.getByRole('button', { name: /^Copy 5 requests/ }))
  await dialog.findByText('Please try again.')
  await user.click(dialog.getByRole('button', { name: /^Copy 5 requests/ }))

  expect(await screen.findByText('3 open')).toBeDefined()
  expect(sentIds[1]).toBe(sentIds[0])
})

test('several answers are accepted at once', async () => {
  const sent: unknown[] = []
  const { server, user } = await show({
    requests: [
      aRequest({ id: 'r1', title: 'Logo', state: 'answered', answers: [anAnswer()] }),
      aRequest({ id: 'r2', title: 'Hours', state: 'answered', answers: [anAnswer()] }),
      aRequest({ id: 'r3', title: 'Prices' }),
    ],
    handlers: {
      'POST /projects/p1/requests/accept': ({ body }) => {
        sent.push(body)
        server.requests = server.requests.map((request) =>
          request.state === 'answered' ? { ...request, state: 'accepted' } : request,
        )
        return Response.json({ accepted: 2 })
      },
    },
  })

  await user.click(screen.getByRole('button', { name: /^Accept all 2/ }))

  await waitFor(() => expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull())
  expect(sent).toEqual([{ requestIds: ['r1', 'r2'] }])
  expect(toasts()).toMatchObject([{ kind: 'success', title: '2 answers accepted' }])
})

test('the form stands above the empty list, and below requests', async () => {
  await show()
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings().slice(0, 2)).toEqual(['Add requests', 'Requests'])

  cleanup()
  await show({ requests: three })
  expect(headings().slice(0, 2)).toEqual(['Requests', 'Add requests'])
})

test('what the client has gathered is counted, and not named', async () => {
  await show({ requests: [aRequest({ stagedCount: 3 })] })
  expect(screen.getByText(/Maya has gathered 3 files, not sent yet\./)).toBeDefined()
})

test('after Accept the next answer has the focus, after the last one its title', async () => {
  const answered = (id: string, title: string) =>
    aRequest({ id, title, state: 'answered', answers: [anAnswer()] })
  const { server, user } = await show({
    requests: [answered('r1', 'Logo'), answered('r2', 'Hours')],
    handlers: Object.fromEntries(
      ['r1', 'r2'].map((id) => [
        `PUT /requests/${id}/state`,
        () => {
          server.requests = server.requests.map((one) =>
            one.id === id ? { ...one, state: 'accepted' } : one,
          )
          return Response.json(server.requests.find((one) => one.id === id))
        },
      ]),
    ),
  })

  await user.click(screen.getByRole('button', { name: 'Accept Logo' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Accept Hours' })),
  )
  await user.keyboard('{Enter}')

  await waitFor(() => expect(document.activeElement?.textContent).toBe('Hours'))
})

test('after Send back the focus stays in the row', async () => {
  const { server, user } = await show({
    requests: [aRequest({ title: 'Logo', state: 'answered', answers: [anAnswer()] })],
    handlers: {
      'PUT /requests/r1/state': () => {
        server.requests = [aRequest({ title: 'Logo', sentBack: true, reason: null })]
        return Response.json(server.requests[0])
      },
    },
  })

  await user.click(screen.getByRole('button', { name: 'Send back Logo' }))
  await screen.findByLabelText(/^What is missing/)
  await user.click(screen.getByRole('button', { name: /^Send back/ }))

  await screen.findByText('Sent back', { selector: '.badge' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Logo'))
})
