import { chat, search } from '@portico/contract'
import { openConversation } from '../../../../test/chat.ts'
import { expect } from '../../../../test/fixtures.ts'
import { test as base } from '../../../../test/socket.ts'
import { removeFile } from '../../files/files.service.ts'
import { removeProject } from '../../projects/projects.service.ts'

const test = base.extend('conversation', async ({ address, given }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya, { title: 'Spring menu' })
  return { maya, ada: maya.freelancer, project, ...(await openConversation(address, maya)) }
})

test('delivers the files of a message to both sides, and in the history', async ({
  conversation: { maya, ada, project, clientTab, freelancerTab },
  given,
  api,
}) => {
  const photo = await given.file(maya, project, { name: 'photo.txt' })
  const menu = await given.file(ada, project, { name: 'menu.txt' })

  const reply = await clientTab.send(ada, 'Both of them', { fileIds: [photo.id, menu.id] })

  const files = [photo, menu].map(({ id, fileName, size, contentType }) => ({
    ...{ id, projectId: project.id, fileName, size, contentType },
  }))
  expect(reply).toMatchObject({ ok: true, number: 1, files })
  await freelancerTab.receives(1)
  expect(freelancerTab.received).toMatchObject([{ content: 'Both of them', files }])
  expect(clientTab.received).toEqual(freelancerTab.received)
  const history = await api.as(ada).call(chat.history, { params: { clientId: maya.id } })
  expect(history.body).toEqual(freelancerTab.received)
})

test('takes a message with only files, which lists call by their names', async ({
  conversation: { maya, ada, project, clientTab, freelancerTab },
  given,
  api,
}) => {
  const [one, two] = [await given.file(maya, project, { name: 'one.txt' }), await given.file(maya, project)]

  expect(await clientTab.send(ada, ' ', { fileIds: [one.id, two.id] })).toMatchObject({ ok: true })

  await freelancerTab.receives(1)
  expect(freelancerTab.received).toMatchObject([{ content: '' }])
  const { body } = await api.as(ada).call(chat.listConversations)
  expect(body).toMatchObject([{ unread: 1, lastMessage: { preview: 'one.txt, menu.txt' } }])
})

test('refuses files that the other side cannot see or that belong to another client', async ({
  conversation: { maya, ada, project, clientTab, freelancerTab },
  given,
  ctx,
  api,
}) => {
  const sibling = await given.client(ada)
  const stranger = await given.client(await given.freelancer())
  const [request] = await given.requests(ada, project, [{ title: 'Photos', kind: 'file' }])
  const inBin = await given.project(maya)
  const fileInBin = await given.file(maya, inBin)
  await removeProject(ctx, ada, inBin.id)
  const receiving = await given.file(maya, project)
  const expires_at = new Date().toISOString()
  await ctx.db
    .updateTable('file')
    .set({ state: 'receiving', expires_at })
    .where('id', '=', receiving.id)
    .execute()
  const known = await given.file(maya, project)
  const refused = {
    'of a sibling': await given.file(sibling, await given.project(sibling)),
    'of another workspace': await given.file(stranger, await given.project(stranger)),
    'in the bin': await given.binnedFile(maya, project),
    'of a project in the bin': fileInBin,
    receiving,
    staged: await given.file(maya, project, { requestId: request.id, staged: true }),
    unknown: { id: '01900000-0000-7000-8000-000000000004' },
  }

  for (const [name, { id }] of Object.entries(refused)) {
    const error = { ok: false, code: 'FILE_NOT_FOUND' }
    expect(await clientTab.send(ada, 'x', { fileIds: [known.id, id] }), name).toMatchObject(error)
    expect(await freelancerTab.send(maya, 'x', { fileIds: [id] }), name).toMatchObject(error)
  }
  const tooMany = Array.from({ length: chat.MAX_MESSAGE_FILES + 1 }, () => known.id)
  for (const fileIds of [tooMany, ['no id'], 'no list', [null]])
    expect(await clientTab.send(ada, 'x', { fileIds })).toMatchObject({ ok: false, code: 'INVALID_INPUT' })

  expect(await clientTab.send(ada, '', { fileIds: [known.id] })).toMatchObject({ ok: true, number: 1 })
  expect((await api.as(ada).call(chat.history, { params: { clientId: maya.id } })).body).toHaveLength(1)
})

test('stores a message with files once, also when its file is deleted before it is sent again', async ({
  conversation: { maya, ada, project, clientTab, freelancerTab },
  given,
  ctx,
}) => {
  const file = await given.file(maya, project, { name: 'menu.txt' })
  const other = await given.file(maya, project)
  const send = (fileIds: string[]) => clientTab.send(ada, 'Here', { fileIds, clientMessageId: 'once' })
  const first = await send([file.id])
  await removeFile(ctx, maya, file.id)

  expect(await send([file.id])).toEqual(first)
  expect(first).toMatchObject({ ok: true, number: 1, files: [{ fileName: 'menu.txt' }] })
  for (const fileIds of [[], [other.id]])
    expect(await send(fileIds)).toMatchObject({ ok: false, code: 'MESSAGE_ID_TAKEN' })
  await freelancerTab.receives(1)
  expect(freelancerTab.received).toHaveLength(1)
})

test('keeps the order of messages with and without files that are sent at once', async ({
  conversation: { maya, ada, project, clientTab, freelancerTab },
  given,
}) => {
  const { id } = await given.file(maya, project)

  await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      clientTab.send(ada, String(n), n % 3 === 0 ? { fileIds: [id] } : undefined),
    ),
  )

  expect(await freelancerTab.receives(60)).toEqual(Array.from({ length: 60 }, (_, n) => String(n)))
})

test('finds a message by the name of its file', async ({
  conversation: { maya, ada, project, clientTab },
  given,
  api,
}) => {
  const file = await given.file(maya, project, { name: 'Frühlingskarte.txt' })
  await clientTab.send(ada, 'What do you think?', { fileIds: [file.id] })

  const { body } = await api.as(ada).call(search.search, { querystring: { q: 'fruhling', kind: 'message' } })

  expect(body.results).toMatchObject([{ kind: 'message', clientId: maya.id }])
  expect(body.results[0]?.excerpt.map(([text]) => text).join('')).toBe(
    'What do you think? Frühlingskarte.txt',
  )
})
