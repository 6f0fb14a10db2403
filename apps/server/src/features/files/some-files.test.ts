import { files } from '@portico/contract'
import { expect, test } from '../../../test/fixtures.ts'

test('lists those of some files that exist and can be seen, in the order of their ids', async ({
  api,
  given,
}) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  const menu = await given.project(maya, { title: 'Spring menu' })
  const one = await given.file(maya, menu, { name: 'one.txt' })
  const two = await given.file(ada, menu, { name: 'two.txt', versionOf: one.id })
  const gone = await given.binnedFile(ada, menu)
  const sibling = await given.client(ada)
  const siblings = await given.file(sibling, await given.project(sibling))
  const ids = [two, gone, siblings, one].map(({ id }) => id).join()
  const read = async (person: typeof maya | typeof ada) =>
    (await api.as(person).call(files.some, { querystring: { ids } })).body.map(({ id }) => id)

  expect(await read(maya)).toEqual([two.id, one.id])
  expect(await read(ada)).toEqual([two.id, siblings.id, one.id])
  expect(await read(await given.freelancer())).toEqual([])
  const { body } = await api.as(maya).call(files.some, { querystring: { ids: one.id } })
  expect(body).toMatchObject([{ fileName: 'one.txt', project: { id: menu.id, title: 'Spring menu' } }])
})

test('refuses what is no list of ids', async ({ api, given }) => {
  const maya = await given.client(await given.freelancer())
  const id = '01900000-0000-7000-8000-000000000004'
  const tooMany = Array.from({ length: files.MAX_SOME_FILES + 1 }, () => id).join()

  for (const ids of ['', 'x', `${id},`, `${id};${id}`, tooMany])
    expect(await api.as(maya).call(files.some, { querystring: { ids } })).toMatchObject({ status: 400 })
})
