import { files } from '@portico/contract'
import { expect, test } from '../../../test/fixtures.ts'
import type { TestUser } from '../../../test/given.ts'

const names = (list: files.File[]) => list.map(({ fileName }) => fileName)

test.for<[search: string, found: string[]]>([
  ['MENU', ['menu final.pdf', 'Menu.pdf']],
  ['final menu', ['menu final.pdf']],
  ['creme', ['Crème.png']],
  ['100%', ['100%.txt']],
  ['_', []],
  ['gone', []],
])('search=%s finds files by name, newest first', async ([search, found], { api, given }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  for (const name of ['Menu.pdf', 'Crème.png', '100%.txt', '100.txt', 'menu final.pdf'])
    await given.file(maya, project, { name })
  const gone = await given.file(maya, project, { name: 'gone.pdf' })
  await api.as(maya).call(files.remove, { params: { id: gone.id } })

  const { body } = await api
    .as(maya)
    .call(files.list, { params: { id: project.id }, querystring: { search } })

  expect(names(body)).toEqual(found)
})

test.for<[sort: 'newest' | 'name' | 'size', expected: string[]]>([
  ['newest', ['IMG 2.jpg', 'émile.png', 'IMG 10.jpg', 'Zebra.pdf', 'apple.pdf']],
  ['name', ['apple.pdf', 'émile.png', 'IMG 2.jpg', 'IMG 10.jpg', 'Zebra.pdf']],
  ['size', ['Zebra.pdf', 'IMG 2.jpg', 'IMG 10.jpg', 'émile.png', 'apple.pdf']],
])('sort=%s orders the files, also over pages', async ([sort, expected], { api, given }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  for (const [name, size] of [
    ['apple.pdf', 1],
    ['Zebra.pdf', 9],
    ['IMG 10.jpg', 3],
    ['émile.png', 2],
    ['IMG 2.jpg', 3],
  ] as const)
    await given.file(maya, project, { name, bytes: Buffer.alloc(size) })
  const page = (cursor?: string) =>
    api.as(maya).call(files.list, {
      params: { id: project.id },
      querystring: { sort, limit: 2, ...(cursor && { cursor }) },
    })

  const pages = [await page()]
  for (let next = cursorOf(pages[0]); next; next = cursorOf(pages.at(-1))) pages.push(await page(next))

  expect(pages.map(({ body }) => body.length)).toEqual([2, 2, 1])
  expect(names(pages.flatMap(({ body }) => body))).toEqual(expected)
})

test('goes on after a file that has been deleted since', async ({ api, given }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const [a] = [
    await given.file(maya, project, { name: 'a.pdf' }),
    await given.file(maya, project, { name: 'b.pdf' }),
  ]
  await api.as(maya).call(files.remove, { params: { id: a.id } })

  const { body } = await api
    .as(maya)
    .call(files.list, { params: { id: project.id }, querystring: { sort: 'name', cursor: a.id } })

  expect(names(body)).toEqual(['b.pdf'])
})

test('a page that goes on after the file of another project is empty', async ({ api, given }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  await given.file(maya, project)
  const other = await given.file(maya, await given.project(maya))

  const { body } = await api
    .as(maya)
    .call(files.list, { params: { id: project.id }, querystring: { sort: 'size', cursor: other.id } })

  expect(body).toEqual([])
})

test('counts each file of a project once, for both sides and for nobody else', async ({ api, given }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const project = await given.project(maya)
  const { id: versionOf } = await given.file(maya, project)
  await given.file(maya, project, { versionOf })
  const deleted = await given.file(ada, project)
  await api.as(ada).call(files.remove, { params: { id: deleted.id } })
  await given.file(ada, project)
  const count = (person: TestUser) => api.as(person).call(files.summary, { params: { id: project.id } })

  const [ofMaya, ofAda, ofStranger] = [
    await count(maya),
    await count(ada),
    await count(await given.freelancer()),
  ]

  expect(ofMaya).toMatchObject({ status: 200, body: { files: 2, fromClient: 1, sections: [] } })
  expect(ofAda.body).toEqual(ofMaya.body)
  expect(ofStranger.status).toBe(404)
})

const cursorOf = (reply?: { headers: Record<string, unknown> }) =>
  /[?&]cursor=([^&>]+)/.exec(String(reply?.headers.link ?? ''))?.[1]
