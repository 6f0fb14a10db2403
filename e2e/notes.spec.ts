import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { createPdf } from './sample-files.ts'

const phone = { width: 390, height: 844 }

test('pins that are placed by touch and by keyboard appear on the other side, and are settled there, without a reload', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  const file = await given.file(maya.freelancer, await given.project(maya), {
    name: 'menu.pdf',
    type: 'application/pdf',
    bytes: createPdf(['Breads', 'Cakes']),
  })
  await given.note(maya, file, { page: 1, x: 0.19, y: 0.65 })
  const path = `/files/${file.id}`
  const clients = await visit(`/client-dashboard${path}`, { as: maya, viewport: phone, hasTouch: true })
  const freelancers = await visit(path, { as: maya.freelancer })
  const leafOf = (page: Page) => page.locator('.leaf')
  await expect(leafOf(freelancers)).toBeVisible()
  await expect(leafOf(clients).getByRole('button', { name: 'Note 1 by you, open' })).toBeVisible()

  // By touch, where there is a pin already.
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
  await expect(async () => {
    const [place, page] = [await pin.boundingBox(), await leafOf(freelancers).boundingBox()]
    if (!place || !page) throw new Error('no pin')
    expect((place.x - page.x) / page.width).toBeCloseTo(0.3, 1)
    expect((place.y + place.height - page.y) / page.height).toBeCloseTo(0.6, 1)
  }).toPass()
  await pin.click()
  await expect(freelancers).toHaveURL(/\?note=/)
  const rye = freelancers.getByRole('listitem').filter({ hasText: 'Could the <b>rye</b> come first?' })
  await expect(rye).toHaveAttribute('data-selected')
  await rye.getByRole('button', { name: 'Done', exact: true }).click()
  const ownRow = clients.getByRole('listitem').filter({ hasText: 'rye' })
  await expect(ownRow.getByRole('button', { name: 'Note 2 by you, done' })).toBeVisible()
  await expect(leafOf(clients).getByRole('button', { name: '2 notes here' })).toBeVisible()

  // By keyboard, on another page.
  await freelancers.keyboard.press('Escape')
  await freelancers.keyboard.press('PageDown')
  await expect(freelancers.getByRole('region', { name: 'Page 2 of 2' })).toBeVisible()
  await freelancers.keyboard.press('n')
  await expect(freelancers.getByLabel('New note')).toBeFocused()
  await freelancers.keyboard.type('Smaller prices')
  await freelancers.getByRole('button', { name: 'Set a pin' }).press('Enter')
  await expect(freelancers.getByRole('button', { name: /^New pin/ })).toBeFocused()
  for (const key of ['Shift+ArrowRight', 'ArrowRight', 'Shift+ArrowUp']) await freelancers.keyboard.press(key)
  await expect(freelancers.getByText('61% from the left, 40% from the top')).toBeAttached()
  await freelancers.keyboard.press('Enter')
  await expect(freelancers.getByLabel('New note')).toBeFocused()
  // Live updates and a reload keep the text that is being typed.
  const tapPage = (x: number, y: number) =>
    clients.touchscreen.tap(box.x + box.width * x, box.y + box.height * y)
  await tapPage(0.8, 0.2)
  await expect(clients.getByLabel('New note')).toBeFocused()
  await tapPage(0.5, 0.2)
  await expect(clients.getByLabel('New note')).toBeHidden()
  await tapPage(0.8, 0.2)
  await expect(clients.getByText('Ada sees this')).toBeVisible()
  await clients.keyboard.type('For uncoated paper.')
  await clients.getByRole('button', { name: 'Add note' }).last().tap()
  await expect(freelancers.getByText('For uncoated paper.')).toBeVisible()
  await freelancers.reload()
  await expect(freelancers.getByLabel('New note')).toHaveValue('Smaller prices')
  await freelancers.getByLabel('New note').press('Control+Enter')
  await expect(freelancers.getByText('Note added')).toBeVisible()
  await expect(clients.getByText('Smaller prices')).toBeAttached()

  // A note leads to its page and its pin, and is declined with a reason.
  await freelancers.goto(path)
  const row = freelancers.getByRole('listitem').filter({ hasText: 'Smaller prices' })
  await row.getByRole('button', { name: 'Note 4 by you, open' }).press('Enter')
  await expect(freelancers.getByRole('region', { name: 'Page 2 of 2' })).toBeVisible()
  await expect(leafOf(freelancers).getByRole('button', { name: /^Note 4/, pressed: true })).toBeVisible()
  const declined = freelancers.getByRole('listitem').filter({ hasText: 'For uncoated paper.' })
  await declined.getByRole('button', { name: 'Decline', exact: true }).press('Enter')
  await freelancers.keyboard.type('It is printed already.')
  await declined.getByRole('button', { name: 'Decline', exact: true }).press('Enter')
  await expect(declined).toContainText('Declined')
  await expect(clients.getByText('It is printed already.')).toBeAttached()
  await expectNoViolations(freelancers)
})
