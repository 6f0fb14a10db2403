import { notes } from '@portico/contract'
import type { Given } from '../apps/server/test/given.ts'
import { expectNoViolations } from './axe.ts'
import { callApi } from './call-api.ts'
import { expect, test } from './fixtures.ts'
import { createPdf } from './sample-files.ts'

const phone = { width: 390, height: 844 }

async function createProof(given: Given) {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const bytes = createPdf(['Breads', 'Cakes'])
  const file = await given.file(maya.freelancer, project, {
    name: 'menu.pdf',
    type: 'application/pdf',
    bytes,
  })
  return { maya, ada: maya.freelancer, project, file, path: `/files/${file.id}` }
}

test('a pin that is placed by touch, where there is one already, appears on the other side, and is settled there, without a reload', async ({
  given,
  visit,
}) => {
  const { maya, ada, path, file } = await createProof(given)
  await given.note(maya, file, { page: 1, x: 0.19, y: 0.65 })
  const clients = await visit(`/client-dashboard${path}`, { as: maya, viewport: phone, hasTouch: true })
  const freelancers = await visit(path, { as: ada })
  const leafOf = (page: typeof clients) => page.locator('.leaf')
  await expect(leafOf(freelancers)).toBeVisible()
  await expect(leafOf(clients).getByRole('button', { name: 'Note 1 by you, open' })).toBeVisible()

  await clients.getByRole('button', { name: 'Add note' }).first().tap()
  await clients.getByLabel('New note').fill('Could the <b>rye</b> come first?')
  await clients.getByRole('button', { name: 'Set a pin' }).tap()
  const box = await leafOf(clients).boundingBox()
  if (!box) throw new Error('no page')
  await clients.touchscreen.tap(box.x + box.width * 0.3, box.y + box.height * 0.6)
  await expect(clients.getByLabel('New note')).toBeFocused()
  await expect(clients.getByRole('button', { name: 'Page 1', exact: true })).toBeVisible()
  await expectNoViolations(clients)
  await clients.getByRole('button', { name: 'Add note' }).last().tap()

  const pin = leafOf(freelancers).getByRole('button', { name: 'Note 2 by Maya, open' })
  await expect(pin).toBeVisible()
  const [place, page] = [await pin.boundingBox(), await leafOf(freelancers).boundingBox()]
  if (!place || !page) throw new Error('no pin')
  expect((place.x - page.x) / page.width).toBeCloseTo(0.3, 1)
  expect((place.y + place.height - page.y) / page.height).toBeCloseTo(0.6, 1)
  await pin.click()
  await expect(freelancers).toHaveURL(/\?note=/)
  const row = freelancers.getByRole('listitem').filter({ hasText: 'Could the <b>rye</b> come first?' })
  await expect(row).toHaveAttribute('data-selected')
  await expectNoViolations(freelancers)

  await row.getByRole('button', { name: 'Done', exact: true }).click()

  const ownRow = clients.getByRole('listitem').filter({ hasText: 'rye' })
  await expect(ownRow.getByRole('button', { name: 'Note 2 by you, done' })).toBeVisible()
  await expect(leafOf(clients).getByRole('button', { name: '2 notes here' })).toBeVisible()
})

test('a pin can be placed, moved, answered and declined by keyboard, and typed text is kept', async ({
  given,
  visit,
  server,
}) => {
  const { maya, ada, file, path } = await createProof(given)
  const clients = await visit(`/client-dashboard${path}`, { as: maya })
  await expect(clients.locator('.leaf__page:not([hidden]) canvas')).toBeVisible()

  await clients.keyboard.press('PageDown')
  await expect(clients.getByRole('region', { name: 'Page 2 of 2' })).toBeVisible()
  await clients.keyboard.press('n')
  await expect(clients.getByLabel('New note')).toBeFocused()
  await clients.keyboard.type('Smaller prices')
  await clients.getByRole('button', { name: 'Set a pin' }).press('Enter')
  await expect(clients.getByRole('button', { name: /^New pin/ })).toBeFocused()
  for (const key of ['Shift+ArrowRight', 'ArrowRight', 'Shift+ArrowUp']) await clients.keyboard.press(key)
  await expect(clients.getByText('61% from the left, 40% from the top')).toBeAttached()
  await clients.keyboard.press('Enter')
  await expect(clients.getByLabel('New note')).toBeFocused()
  // Live updates and a reload keep the text that is being typed.
  await callApi(server, ada, notes.create, { text: 'For uncoated paper.' }, file.id)
  await expect(clients.getByText('For uncoated paper.')).toBeVisible()
  await clients.reload()
  await expect(clients.getByLabel('New note')).toHaveValue('Smaller prices')
  await clients.getByLabel('New note').press('Control+Enter')
  await expect(clients.getByText('Note added')).toBeVisible()

  const freelancers = await visit(path, { as: ada })
  const row = freelancers.getByRole('listitem').filter({ hasText: 'Smaller prices' })
  await row.getByRole('button', { name: 'Note 2 by Maya, open' }).press('Enter')
  await expect(freelancers.getByRole('region', { name: 'Page 2 of 2' })).toBeVisible()
  await expect(
    freelancers.locator('.leaf').getByRole('button', { name: /^Note 2/, pressed: true }),
  ).toBeVisible()
  await row.getByRole('button', { name: 'Decline', exact: true }).press('Enter')
  await freelancers.keyboard.type('They are as small as the law allows.')
  await row.getByRole('button', { name: 'Decline', exact: true }).press('Enter')

  await expect(row).toContainText('Declined')
  await expect(clients.getByText('They are as small as the law allows.')).toBeVisible()
  for (const page of [clients, freelancers]) await expectNoViolations(page)
})
