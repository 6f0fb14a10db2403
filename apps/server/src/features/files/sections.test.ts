import { files, projects, sections } from '@portico/contract'
import { type Api, expect, test } from '../../../test/fixtures.ts'
import type { Given, TestUser } from '../../../test/given.ts'
import { restoreFromBin } from '../bin/bin.service.ts'

const summaryOf = async (api: Api, person: TestUser, id: string) =>
  (await api.as(person).call(files.summary, { params: { id } })).body
const namesOf = async (api: Api, person: TestUser, id: string) =>
  (await summaryOf(api, person, id)).sections.map(({ name }) => name)
const add = (api: Api, person: TestUser, id: string, name: string) =>
  api.as(person).call(sections.add, { params: { id }, body: { name } })
const move = (api: Api, person: TestUser, id: string, fileIds: string[], sectionId: string | null) =>
  api.as(person).call(sections.move, { params: { id }, body: { fileIds, sectionId } })

test('the freelancer adds, renames, orders and deletes sections, which the client sees', async ({
  api,
  given,
}) => {
  const { ada, maya, project } = await givenProject(given)
  const [drafts, final, print] = [
    (await add(api, ada, project.id, 'Drafts')).body,
    (await add(api, ada, project.id, 'Final')).body,
    (await add(api, ada, project.id, 'Print')).body,
  ]
  const change = (id: string, body: { name?: string; position?: number }) =>
    api.as(ada).call(sections.change, { params: { id }, body })

  await change(print.id, { position: 1 })
  await change(drafts.id, { name: 'First drafts', position: 50 })
  expect(await namesOf(api, maya, project.id)).toEqual(['Print', 'Final', 'First drafts'])
  await api.as(ada).call(sections.remove, { params: { id: final.id } })
  await change(drafts.id, { position: 1 })

  expect(await namesOf(api, maya, project.id)).toEqual(['First drafts', 'Print'])
})

test('no two sections of a project have the same name, in whatever case', async ({ api, given }) => {
  const { ada, maya, project } = await givenProject(given)
  await add(api, ada, project.id, 'Drafts')
  const { body: final } = await add(api, ada, project.id, 'Final')
  const refusal = {
    status: 409,
    body: { code: 'SECTION_NAME_TAKEN', fields: { name: 'This project has a section of this name.' } },
  }

  expect(await add(api, ada, project.id, ' DRAFTS ')).toMatchObject(refusal)
  expect(
    await api.as(ada).call(sections.change, { params: { id: final.id }, body: { name: 'drafts' } }),
  ).toMatchObject(refusal)
  const own = await api.as(ada).call(sections.change, { params: { id: final.id }, body: { name: 'FINAL' } })
  expect(own).toMatchObject({ status: 200, body: { name: 'FINAL' } })
  expect((await add(api, ada, (await given.project(maya)).id, 'Drafts')).status).toBe(201)
  expect(await namesOf(api, ada, project.id)).toEqual(['Drafts', 'FINAL'])
})

test('of two sections of the same name that are added at once, one is refused', async ({ api, given }) => {
  const { ada, project } = await givenProject(given)

  const replies = await Promise.all([add(api, ada, project.id, 'Final'), add(api, ada, project.id, 'final')])

  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('a client cannot change sections, and a stranger cannot reach them', async ({ api, given }) => {
  const { ada, maya, project } = await givenProject(given)
  const { id } = await given.section(ada, project)
  const file = await given.file(maya, project)
  const stranger = await given.freelancer()
  const other = await given.project(await given.client(stranger))

  for (const reply of [
    await add(api, maya, project.id, 'Mine'),
    await api.as(maya).call(sections.remove, { params: { id } }),
    await move(api, maya, project.id, [file.id], id),
  ])
    expect(reply.status).toBe(403)
  expect((await api.as(stranger).call(sections.remove, { params: { id } })).status).toBe(404)
  expect((await move(api, stranger, other.id, [file.id], id)).status).toBe(404)
  expect((await move(api, stranger, other.id, [file.id], null)).body).toEqual({ moved: 0 })
  expect(await summaryOf(api, maya, project.id)).toMatchObject({ fromClient: 1, sections: [{ files: 0 }] })
})

test('what the client has uploaded stands by itself until it is moved, and again after', async ({
  api,
  given,
}) => {
  const { ada, maya, project } = await givenProject(given)
  const section = await given.section(ada, project)
  const [photo, proof] = [await given.file(maya, project), await given.file(ada, project)]
  const list = async (query: { section?: string; fromClient?: boolean }) => {
    const { body } = await api.as(maya).call(files.list, { params: { id: project.id }, querystring: query })
    return body.map(({ id, sectionId }) => ({ id, sectionId }))
  }
  expect(await list({ fromClient: true })).toEqual([{ id: photo.id, sectionId: null }])

  await move(api, ada, project.id, [photo.id, proof.id], section.id)

  expect(await list({ fromClient: true })).toEqual([])
  expect((await list({ section: section.id })).map(({ id }) => id)).toEqual([proof.id, photo.id])
  await api.as(ada).call(sections.remove, { params: { id: section.id } })
  expect(await list({ fromClient: true })).toEqual([{ id: photo.id, sectionId: null }])
  expect(await summaryOf(api, ada, project.id)).toEqual({ files: 2, fromClient: 1, sections: [] })
})

test('a version that is uploaded while its file is moved follows it, and so do versions in the bin', async ({
  ctx,
  api,
  given,
}) => {
  const { ada, maya, project } = await givenProject(given)
  const section = await given.section(ada, project)
  const first = await given.file(maya, project)
  const second = await given.file(maya, project, { versionOf: first.id })
  await api.as(ada).call(files.remove, { params: { id: second.id } })

  const [third] = await Promise.all([
    given.file(maya, project, { versionOf: first.id }),
    move(api, ada, project.id, [first.id], section.id),
  ])
  await api.as(ada).call(files.remove, { params: { id: third.id } })
  await restoreFromBin(ctx, ada, { kind: 'file', id: second.id })

  const { body } = await api.as(ada).call(files.list, { params: { id: project.id } })
  expect(body).toMatchObject([{ id: second.id, sectionId: section.id, versions: 2 }])
})

test('a file comes back from the bin to its section, or to none if that is gone', async ({
  ctx,
  api,
  given,
}) => {
  const { ada, project } = await givenProject(given)
  const [drafts, final] = [await given.section(ada, project), await given.section(ada, project, 'Final')]
  const [a, b] = [await given.file(ada, project), await given.file(ada, project)]
  await move(api, ada, project.id, [a.id], drafts.id)
  await move(api, ada, project.id, [b.id], final.id)
  for (const { id } of [a, b]) await api.as(ada).call(files.remove, { params: { id } })
  expect((await summaryOf(api, ada, project.id)).sections).toMatchObject([{ files: 0 }, { files: 0 }])
  await api.as(ada).call(sections.remove, { params: { id: final.id } })

  for (const { id } of [a, b]) await restoreFromBin(ctx, ada, { kind: 'file', id })

  const { body } = await api.as(ada).call(files.list, { params: { id: project.id } })
  expect(body.map(({ sectionId }) => sectionId)).toEqual([null, drafts.id])
})

test('a new file goes to the section that its upload names, and a new version stays where its file is', async ({
  api,
  given,
}) => {
  const { ada, project } = await givenProject(given)
  const [drafts, final] = [await given.section(ada, project), await given.section(ada, project, 'Final')]

  const first = await given.file(ada, project, { sectionId: drafts.id })
  const second = await given.file(ada, project, { versionOf: first.id, sectionId: final.id })

  expect([first.sectionId, second.sectionId]).toEqual([drafts.id, drafts.id])
  expect((await summaryOf(api, ada, project.id)).sections).toMatchObject([{ files: 1 }, { files: 0 }])
})

test('an upload to a section of another project is refused, and so is a section from a client', async ({
  api,
  given,
}) => {
  const { ada, maya, project } = await givenProject(given)
  const elsewhere = await given.section(ada, await given.project(maya))
  const own = await given.section(ada, project)
  const file = { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a') }
  const send = (sectionId: string) =>
    api.as(ada).send(files.upload, { body: { projectId: project.id, sectionId, file } })

  expect(await send(elsewhere.id)).toMatchObject({ status: 404, body: { code: 'SECTION_NOT_FOUND' } })
  const body = { projectId: project.id, sectionId: own.id, file } as never
  expect((await api.as(maya).send(files.uploadAsClient, { body })).status).toBe(400)
  expect((await summaryOf(api, ada, project.id)).files).toBe(0)
})

test('a project has at most 50 sections, and an archived one takes none', async ({ api, given }) => {
  const { ada, project } = await givenProject(given)
  for (let n = 0; n < sections.MAX_SECTIONS; n++) await given.section(ada, project, `Part ${n}`)

  expect((await add(api, ada, project.id, 'One more')).body).toMatchObject({ code: 'TOO_MANY_SECTIONS' })
  await api.as(ada).call(projects.update, { params: { id: project.id }, body: { archived: true } })
  expect((await add(api, ada, project.id, 'Later')).body).toMatchObject({ code: 'ARCHIVED' })
})

async function givenProject(given: Given) {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  return { ada, maya, project: await given.project(maya) }
}
