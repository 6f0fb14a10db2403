import { notes } from '@portico/contract'
import { expect, test } from '../../../test/fixtures.ts'

test('exports notes as CSV that runs no formula, and as text', async ({ api, given }) => {
  const maya = await given.client(await given.freelancer(), { firstName: '=cmd' })
  const menu = await given.project(maya)
  const file = await given.file(maya.freelancer, menu, { name: 'menu.pdf' })
  const first = await given.note(maya, file, {
    text: '=HYPERLINK("https://evil.test")',
    page: 2,
    x: 0.5,
    y: 0,
  })
  await given.note(maya, file, { text: 'Two\nlines, "quoted"', t: 3 })
  const ada = api.as(maya.freelancer)
  await ada.call(notes.reply, { params: { id: first.id }, body: { text: 'No.' } })
  await ada.call(notes.change, { params: { id: first.id }, body: { state: 'declined', reason: '-1+1' } })
  const read = async (endpoint: typeof notes.exportCsv | typeof notes.exportText, querystring = {}) => {
    const { body, headers } = await ada.send(endpoint, { params: { id: file.id }, querystring })
    return { text: String(body), headers }
  }

  const csv = await read(notes.exportCsv)
  const text = await read(notes.exportText)
  const open = await read(notes.exportCsv, { state: 'open' })

  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="menu.pdf (notes).csv"',
  })
  const [head, second, rest] = csv.text.split(/\r\n(?=\d)/)
  expect(head).toMatch(/^\ufeff"Number","State"/)
  expect(second).toContain('"Two\nlines, ""quoted"""')
  expect(second).toMatch(/^2,"open",1,"","","",3,"'=cmd Whitcombe"/)
  expect(rest).toMatch(/^1,"declined",1,2,0.5,0,"","'=cmd Whitcombe"/)
  expect(rest).toContain(`"'=HYPERLINK(""https://evil.test"")","'-1+1","Ada Marsh: No."`)
  expect(open.text.split(/\r\n(?=\d)/)).toHaveLength(2)
  expect(text.text).toContain('Notes on menu.pdf')
  expect(text.text).toMatch(
    /1\. =cmd Whitcombe \(.*, version 1, page 2, declined\)\n {3}=HYPERLINK.*\n {3}Declined: -1\+1\n {3}Ada Marsh: No\.\n/,
  )
})

test('exports every note of a long list', async ({ api, given }) => {
  const maya = await given.client(await given.freelancer())
  const file = await given.file(maya, await given.project(maya))
  for (let n = 0; n < 205; n++) await given.note(maya, file, { text: `Note ${n}` })

  const { body } = await api.as(maya).send(notes.exportText, { params: { id: file.id } })

  expect(String(body).match(/^\d+\. /gm)).toHaveLength(205)
})
