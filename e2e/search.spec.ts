import { expectNoViolations } from './axe.ts'
import { desktop, phone } from './chat-page.ts'
import { expect, test } from './fixtures.ts'

// The request for a deleted thing returns 404.
test.use({ expectedConsoleErrors: [/404|NOT_FOUND/] })

test('a freelancer finds things from any page without leaving the keyboard', async ({
  server,
  given,
  visit,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const spring = await given.project(maya, { title: 'Spring menu' })
  const prices = await given.project(maya, { title: 'Seasonal price lists' })
  const file = await given.file(maya, spring, { name: 'proof.txt' })
  const feedback = await given.feedback(maya, spring, 'The rye loaf comes before the sourdough.')
  const page = await visit(`/files/${file.id}`, { as: ada, ...desktop })
  await expect(page.getByRole('heading', { name: 'proof.txt' })).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Search', exact: true })
  const options = page.getByRole('dialog', { name: 'Search' }).getByRole('option')

  // While the palette is loading, no letter is lost or taken for a key of the viewer, such as N or C.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('comes before ')
  await expect(field).toHaveValue('comes before ')
  await expect(options.first()).toContainText('The rye loaf comes before the sourdough.')
  await expect(options.first().locator('mark')).toHaveText(['comes', 'before'])
  await expectNoViolations(page)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(`/projects/${spring.id}#feedback-${feedback.id}`)
  await expect(page.locator(`#feedback-${feedback.id}`)).toBeFocused()
  await expect(field).toBeHidden()

  // Escape gives the focus back, and so does Back. The page on screen is not among the recent ones.
  const topbarField = page.getByRole('searchbox', { name: 'Search', exact: true })
  await topbarField.click()
  await expect(options.first()).toHaveText(/^proof\.txt/)
  await page.keyboard.press('Escape')
  await expect(topbarField).toBeFocused()
  await page.keyboard.type('seasnal')
  await expect(field).toHaveValue('seasnal')
  await expect(options.first()).toHaveText(/^Seasonal price lists/)
  await page.goBack()
  await expect(field).toBeHidden()
  await expect(topbarField).toBeFocused()

  // A result that was deleted meanwhile opens the page with its message. The list is not refetched before.
  await page.keyboard.type('seasonal')
  await expect(options.first()).toHaveText(/^Seasonal price lists/)
  await page.route('**/api/search?*', () => {})
  const removed = await fetch(`${server.url}/api/projects/${prices.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${ada.token}` },
  })
  expect(removed.status).toBe(204)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Project not found.')).toBeVisible()
  await page.unroute('**/api/search?*')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('focaccia')
  await expect(page.getByText('Nothing with “focaccia”.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=focaccia')
  await expect(page).toHaveTitle(/“focaccia” · Portico \| Search$/)
  await expect(page.getByRole('heading', { name: 'Search' })).toBeFocused()
  await expectNoViolations(page)
})

test('a client searches on a phone, where the palette fills the screen', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const tom = await given.client(ada)
  const spring = await given.project(maya, { title: 'Spring menu' })
  await given.file(maya, spring, { name: 'rye-label.txt' })
  await given.project(tom, { title: 'Rye posters' })
  const page = await visit('/client-dashboard', { as: maya, ...phone, hasTouch: true })
  await expect(page.getByText('Spring menu')).toBeVisible()

  await page.getByRole('button', { name: 'Search' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  await page.keyboard.type('rye')
  await expect(dialog.getByRole('option')).toHaveText([/^rye-label\.txt/, /^Everything with “rye”, 1$/])
  await expectNoViolations(page)
  await dialog.getByRole('option', { name: /^Everything/ }).tap()

  await expect(page).toHaveURL('/client-dashboard/search?q=rye')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'rye-label.txt' }).tap()
  await expect(page.getByRole('heading', { name: 'rye-label.txt' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible()
})
