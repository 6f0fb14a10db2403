import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('requests are answered on a phone, sent back and accepted, without a reload', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer({ name: 'Ada Marsh' }))
  const project = await given.project(maya)
  await given.requests(maya.freelancer, project, [
    'Logo',
    { title: 'Opening hours', kind: 'text' },
    'Photo of the shopfront',
  ])
  const freelancers = await visit(`/projects/${project.id}`, { as: maya.freelancer })
  const clients = await visit(`/client-dashboard/projects/${project.id}`, { as: maya, ...phone })

  await freelancers.getByRole('link', { name: 'Requests 3 open' }).press('Enter')
  await expect(freelancers).toHaveTitle(/Spring menu · Portico \| Requests$/)
  const list = freelancers.getByRole('list', { name: 'Requests' })
  await expect(list.getByRole('heading')).toHaveText(['Logo', 'Opening hours', 'Photo of the shopfront'])
  // The pointer drags the last request up by one place.
  await list.getByRole('listitem').last().scrollIntoViewIfNeeded()
  const handle = freelancers.getByRole('button', { name: 'Move Photo of the shopfront', exact: true })
  const grip = await handle.boundingBox()
  const above = await list.getByRole('listitem').nth(1).boundingBox()
  if (!grip || !above) throw new Error('no rows')
  await freelancers.mouse.move(grip.x + 8, grip.y + 8)
  await freelancers.mouse.down()
  await freelancers.mouse.move(grip.x + 8, above.y + 8, { steps: 4 })
  await expect(list.getByRole('listitem').filter({ hasText: 'Photo' })).toHaveCSS('order', '1')
  await freelancers.mouse.up()
  await expect(list.getByRole('heading')).toHaveText(['Logo', 'Photo of the shopfront', 'Opening hours'])

  // The client, with one thumb.
  await clients.getByRole('link', { name: 'Answer 3 requests' }).tap()
  const remaining = clients.getByRole('heading', { level: 1 })
  await expect(remaining).toHaveText('3 things Ada needs from you')
  const region = clients.getByRole('region', { name: 'Photo of the shopfront' })
  const choose = (...names: string[]) =>
    region
      .locator('input[type=file][multiple]')
      .setInputFiles(names.map((name) => ({ name, mimeType: 'image/png', buffer: Buffer.from(name) })))
  const gathered = region.getByRole('list', { name: 'Not sent yet' }).getByRole('listitem')
  // Ten photos for one request: a tap opens the picker, and one sends what was chosen. They survive a reload.
  await choose(...Array.from({ length: 10 }, (_, n) => `front ${n}.png`))
  await expect(region.getByText('10 photos not sent yet. Ada sees them once you send them.')).toBeVisible()
  await expectNoViolations(clients)
  await clients.reload()
  await expect(gathered).toHaveCount(10)
  await region.getByRole('button', { name: 'Remove front 3.png' }).tap()
  await expect(gathered).toHaveCount(9)
  await expect(list.getByText('Maya has gathered 9 files, not sent yet.')).toBeVisible()
  await region.getByRole('button', { name: 'Send to Ada: Photo of the shopfront' }).tap()
  await expect(remaining).toHaveText('2 things Ada needs from you')
  await clients.getByRole('textbox', { name: 'Opening hours' }).fill('Tuesday to Saturday, eight to six.')
  await clients.getByRole('button', { name: 'Send to Ada' }).tap()
  await expect(remaining).toHaveText('1 thing Ada needs from you')
  await expectNoViolations(clients)
  await clients
    .getByRole('region', { name: 'Logo' })
    .getByRole('button', { name: 'I don’t have it', exact: true })
    .tap()
  await clients.getByRole('button', { name: 'Send “I don’t have it”' }).tap()
  await expect(remaining).toHaveText('Ada has your answers.')

  // The freelancer sees it without a reload, sends one back and accepts the rest.
  await expect(freelancers.getByRole('region', { name: 'Whose turn' })).toContainText('Your turn')
  await freelancers.getByRole('button', { name: 'Send back Photo of the shopfront' }).press('Enter')
  await freelancers.getByLabel('What is missing?').fill('At least 2000 pixels wide, please.')
  await freelancers.getByRole('button', { name: 'Send back', exact: true }).press('Enter')
  for (const title of ['Logo', 'Opening hours'])
    await freelancers.getByRole('button', { name: `Accept ${title}` }).press('Enter')
  await expect(freelancers.getByText('1 open, 2 accepted')).toBeVisible()
  await expectNoViolations(freelancers)
  await expect(clients.getByText('At least 2000 pixels wide, please.')).toBeVisible()
  await choose('large.png')
  await region.getByRole('button', { name: 'Send to Ada: Photo of the shopfront' }).tap()
  await expect(remaining).toHaveText('Ada has your answers.')
  await freelancers.getByRole('button', { name: 'Accept Photo of the shopfront' }).press('Enter')

  await expect(freelancers.getByText('3 accepted')).toBeVisible()
  await expect(freelancers.getByRole('region', { name: 'Whose turn' })).toContainText('Nothing is waiting')
  await expect(clients.getByText('You answered all 3 requests.')).toBeVisible()
})
