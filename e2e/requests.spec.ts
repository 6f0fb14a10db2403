import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const asked = ['Logo', 'Opening hours', 'Photo of the shopfront', 'Old menu', 'Price list']

test('requests from a pasted list are answered on a phone, sent back and accepted', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer({ name: 'Ada Marsh' }))
  const project = await given.project(maya)
  const freelancers = await visit(`/projects/${project.id}`, { as: maya.freelancer })
  const clients = await visit(`/client-dashboard/projects/${project.id}`, { as: maya, ...phone })

  // By keyboard: pastes a list, makes one row a text, and moves the third row to the top.
  await freelancers.getByRole('link', { name: 'Requests' }).press('Enter')
  await expect(freelancers).toHaveTitle(/Spring menu · Portico \| Requests$/)
  const firstLine = freelancers.getByRole('textbox', { name: 'What do you need?' }).first()
  await firstLine.focus()
  await firstLine.evaluate(
    (field, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    asked.map((title) => `- ${title}`).join('\n'),
  )
  await freelancers.getByRole('combobox', { name: 'As' }).nth(1).selectOption('A text')
  await freelancers.getByRole('button', { name: 'Add 5 requests' }).press('Enter')
  const list = freelancers.getByRole('list', { name: 'Requests' })
  await expect(list.getByRole('heading')).toHaveText(asked)
  const handle = freelancers.getByRole('button', { name: 'Move Photo of the shopfront', exact: true })
  await handle.press('Space')
  await handle.press('Home')
  await handle.press('Space')
  const ordered = ['Photo of the shopfront', 'Logo', 'Opening hours', 'Old menu', 'Price list']
  await expect(list.getByRole('heading')).toHaveText(ordered)
  await expect(handle).toBeFocused()
  await expect(freelancers.getByRole('link', { name: 'Requests 5 open' })).toBeVisible()
  // The pointer drags the last request up by one place.
  const grip = await freelancers.getByRole('button', { name: 'Move Price list', exact: true }).boundingBox()
  const above = await list.getByRole('listitem').nth(3).boundingBox()
  if (!grip || !above) throw new Error('no rows')
  await freelancers.mouse.move(grip.x + 8, grip.y + 8)
  await freelancers.mouse.down()
  await freelancers.mouse.move(grip.x + 8, above.y + 8, { steps: 4 })
  await expect(list.getByRole('listitem').filter({ hasText: 'Price list' })).toHaveCSS('order', '3')
  await freelancers.mouse.up()
  await expect(list.getByRole('heading')).toHaveText([...ordered.slice(0, 3), 'Price list', 'Old menu'])
  await expectNoViolations(freelancers)

  // The client, with one thumb.
  await expect(clients.getByText('5 things Ada needs from you')).toBeVisible()
  await clients.getByRole('link', { name: 'Answer 5 requests' }).tap()
  await expect(clients.getByRole('heading', { level: 1 })).toHaveText('5 things Ada needs from you')
  await expectNoViolations(clients)
  const answerWithFile = (title: string, name: string) =>
    clients
      .getByRole('region', { name: title })
      .locator('input[type=file][multiple]')
      .setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.from(name) })
  const remaining = clients.getByRole('heading', { level: 1 })
  await answerWithFile('Photo of the shopfront', 'small.png')
  await expect(remaining).toHaveText('4 things Ada needs from you')
  await clients.getByRole('textbox', { name: 'Opening hours' }).fill('Tuesday to Saturday, eight to six.')
  await clients.reload()
  await expect(clients.getByRole('textbox', { name: 'Opening hours' })).toHaveValue(/eight to six/)
  await clients.getByRole('button', { name: 'Send to Ada' }).tap()
  await expect(remaining).toHaveText('3 things Ada needs from you')
  await clients
    .getByRole('region', { name: 'Logo' })
    .getByRole('button', { name: 'I don’t have it', exact: true })
    .tap()
  await clients.getByRole('button', { name: 'Send “I don’t have it”' }).tap()
  await expect(remaining).toHaveText('2 things Ada needs from you')
  const oldMenu = clients.getByRole('region', { name: 'Old menu' })
  await oldMenu.getByRole('button', { name: 'Not needed', exact: true }).tap()
  await clients.getByRole('textbox', { name: /What should Ada know/ }).fill('You have the scan.')
  await clients.getByRole('button', { name: 'Send “Not needed”' }).tap()
  await answerWithFile('Price list', 'prices.png')
  await expect(remaining).toHaveText('Ada has everything.')

  // The freelancer sees it without a reload, sends one back and accepts the rest.
  await expect(freelancers.getByRole('region', { name: 'Whose turn' })).toContainText('Your turn')
  await freelancers.getByRole('button', { name: 'Send back Photo of the shopfront' }).press('Enter')
  await freelancers.getByLabel('What is missing?').fill('At least 2000 pixels wide, please.')
  await freelancers.getByRole('button', { name: 'Send back', exact: true }).press('Enter')
  for (const title of ['Logo', 'Opening hours', 'Price list', 'Old menu'])
    await freelancers.getByRole('button', { name: `Accept ${title}` }).press('Enter')
  await expect(freelancers.getByText('1 open, 4 accepted')).toBeVisible()
  await expect(clients.getByText('At least 2000 pixels wide, please.')).toBeVisible()
  await answerWithFile('Photo of the shopfront', 'large.png')
  await expect(remaining).toHaveText('Ada has everything.')
  await freelancers.getByRole('button', { name: 'Accept Photo of the shopfront' }).press('Enter')

  await expect(freelancers.getByText('5 accepted')).toBeVisible()
  await expect(freelancers.getByRole('region', { name: 'Whose turn' })).toContainText('Nobody’s turn')
  await expect(clients.getByText('You answered all 5 requests.')).toBeVisible()
  for (const page of [freelancers, clients]) await expectNoViolations(page)
})
