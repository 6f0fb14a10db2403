import {
  accounts,
  clients,
  contacts,
  feedback,
  files,
  notes,
  projects,
  requests,
  sections,
} from '@portico/contract'
import { test as base, expect } from './fixtures.ts'

/** Every text that can be edited: who edits it, which field, and what it was. */
const test = base.extend('texts', async ({ api, given }) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  const project = await given.project(maya)
  const file = await given.file(ada, project, { name: 'menu.txt' })
  const note = await given.note(maya, file)
  const [request] = await given.requests(ada, project, ['Logo'])
  const { body: left } = await api
    .as(maya)
    .call(feedback.create, { body: { projectId: project.id, message: 'Good.' } })
  const { body: reply } = await api
    .as(ada)
    .call(feedback.reply, { params: { id: left.id }, body: { message: 'Thanks.' } })
  const { body: alone } = await api
    .as(maya)
    .call(feedback.create, { body: { projectId: project.id, message: 'Green.' } })
  const section = await api
    .as(ada)
    .call(sections.add, { params: { id: project.id }, body: { name: 'Drafts' } })
  const sam = await given.contact(maya)
  const { body: client } = await api.as(ada).call(clients.get, { params: { id: maya.id } })
  return [
    { endpoint: projects.update, by: ada, id: project.id, field: 'description', text: project.description },
    { endpoint: requests.change, by: ada, id: request.id, field: 'title', text: 'Logo' },
    { endpoint: requests.change, by: ada, id: request.id, field: 'details', text: null },
    { endpoint: clients.update, by: ada, id: maya.id, field: 'company', text: client.company },
    { endpoint: contacts.change, by: ada, id: sam.id, field: 'lastName', text: sam.lastName },
    { endpoint: sections.change, by: ada, id: section.body.id, field: 'name', text: 'Drafts' },
    { endpoint: accounts.changeMe, by: ada, id: '', field: 'name', text: ada.name },
    { endpoint: files.rename, by: ada, id: file.id, field: 'fileName', text: 'menu.txt' },
    { endpoint: notes.change, by: maya, id: note.id, field: 'text', text: note.text },
    { endpoint: feedback.edit, by: maya, id: alone.id, field: 'message', text: 'Green.' },
    { endpoint: feedback.editReply, by: ada, id: reply.id, field: 'message', text: 'Thanks.' },
  ] as const
})

test('of two who edit the same text, the later one gets the present text and changes nothing', async ({
  api,
  texts,
}) => {
  for (const { endpoint, by, id, field, text } of texts) {
    const change = (to: string, was?: string | null) =>
      api.as(by).call(endpoint as typeof projects.update, {
        params: { id },
        body: { [field]: to, ...(was !== undefined && { was: { [field]: was } }) },
      })

    const first = await change('First.txt', text)
    const second = await change('Second.txt', text)
    const repeated = await change('First.txt', text)
    const compared = await change('Second.txt', 'First.txt')
    const unconditional = await change('Third.txt')

    const where = `${endpoint.method} ${endpoint.url} ${field}`
    expect(first.status, where).toBe(200)
    expect(second, where).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_MEANWHILE', current: { [field]: 'First.txt' } },
    })
    expect(repeated, where).toMatchObject({ status: 200, body: { [field]: 'First.txt' } })
    expect(compared, where).toMatchObject({ status: 200, body: { [field]: 'Second.txt' } })
    expect(unconditional, where).toMatchObject({ status: 200, body: { [field]: 'Third.txt' } })
  }
})

test('two who edit different texts of the same thing do not collide', async ({ api, given }) => {
  const maya = await given.client(await given.freelancer())
  const { id, title, description } = await given.project(maya)
  const change = (body: projects.ProjectChange) =>
    api.as(maya.freelancer).call(projects.update, { params: { id }, body })

  const first = await change({ title: 'Summer menu', was: { title } })
  const second = await change({ description: 'Green.', was: { description } })

  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body).toMatchObject({ title: 'Summer menu', description: 'Green.' })
})

test('what a text was can be said without a change, which changes nothing', async ({ api, given }) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer

  const profile = await api.as(ada).call(accounts.changeMe, { body: { was: { name: ada.name } } })
  const client = await api.as(ada).call(clients.update, { params: { id: maya.id }, body: { was: {} } })

  expect([profile.status, client.status]).toEqual([200, 200])
})

test('of two who write the text of one answer, the later one gets the present text and changes nothing', async ({
  api,
  given,
}) => {
  const maya = await given.client(await given.freelancer())
  const sam = await given.contact(maya)
  const project = await given.project(maya)
  const [request] = await given.requests(maya.freelancer, project, [{ title: 'Hours', kind: 'text' }])
  const answer = (by: typeof maya | typeof sam, body: requests.NewAnswer) =>
    api.as(by).call(requests.answer, { params: { id: request.id }, body })

  const first = await answer(maya, { text: 'Eight to six.', was: { text: null } })
  const second = await answer(sam, { text: 'Nine to five.', was: { text: null } })
  const unable = await answer(sam, { unable: 'missing', was: { text: null } })
  const compared = await answer(sam, { text: 'Nine to five.', was: { text: 'Eight to six.' } })

  expect(first.status).toBe(200)
  for (const reply of [second, unable])
    expect(reply).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_MEANWHILE', current: { text: 'Eight to six.' } },
    })
  expect(compared).toMatchObject({ status: 200, body: { answers: [{ text: 'Nine to five.' }] } })
})
