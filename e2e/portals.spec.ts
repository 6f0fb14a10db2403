import { expect, test } from './fixtures.ts'

test('a client of two freelancers keeps both portals in one browser', async ({ given, visit }) => {
  const [ada, eve] = [
    await given.freelancer({ name: 'Ada Marsh' }),
    await given.freelancer({ name: 'Eve Stone' }),
  ]
  const [maya, mayaOfEve] = [await given.client(ada), await given.client(eve)]
  const menu = await given.project(maya, { title: 'Spring menu' })
  const logo = await given.project(mayaOfEve, { title: 'New logo' })
  const page = await visit(new URL(maya.loginUrl).pathname + new URL(maya.loginUrl).search)
  await page.getByRole('link', { name: 'Spring menu' }).first().click()
  await page.getByLabel('Leave Feedback').fill('Could the soup come first?')

  // The link of another portal asks first, in a tab of its own.
  const other = await page.context().newPage()
  const link = new URL(mayaOfEve.loginUrl)
  await other.goto(`${link.pathname}${link.search}&to=projects/${logo.id}`)
  await expect(other.getByRole('heading', { name: 'Add another portal?' })).toBeFocused()
  await expect(other).toHaveURL('/client-login')
  await other.getByRole('button', { name: 'Add this portal' }).click()
  await expect(other.getByRole('heading', { name: 'New logo' })).toBeVisible()

  // The first tab keeps what was typed, and says what has happened.
  const moved = page.getByRole('alertdialog', { name: 'You are in another portal now' })
  await expect(moved).toContainText('you went on to Eve Stone. This page belongs to Ada Marsh')
  await moved.getByRole('button', { name: 'Stay with this page' }).click()
  await expect(moved).toBeHidden()
  await expect(page.getByLabel('Leave Feedback')).toHaveValue('Could the soup come first?')

  // Which leaves the second tab with the same question.
  await other
    .getByRole('alertdialog', { name: 'You are in another portal now' })
    .getByRole('link', { name: 'Go to the other portal' })
    .click()
  await expect(other.getByRole('link', { name: 'Spring menu' }).first()).toBeVisible()

  // A deep link opens in the portal that has the project.
  await other.goto(`/client-dashboard/projects/${logo.id}`)
  await expect(other.getByRole('heading', { name: 'New logo' })).toBeVisible()
  await page.close()

  // The switcher.
  await other.getByRole('button', { name: /^Portal of Eve Stone/ }).click()
  await other
    .getByRole('link', { name: /Ada Marsh/ })
    .last()
    .click()
  await expect(other).toHaveURL('/client-dashboard')
  await expect(other.getByRole('link', { name: 'Spring menu' }).first()).toBeVisible()
  await expect(other.getByRole('button', { name: /^Portal of Ada Marsh/ })).toBeVisible()
  await other.goto(`/client-dashboard/projects/${menu.id}`)
  await expect(other.getByLabel('Leave Feedback')).toHaveValue('Could the soup come first?')

  // Logging out says of which, and leaves the other.
  await other.getByRole('button', { name: 'Logout' }).first().click()
  await expect(other.getByRole('heading', { name: 'You are logged out of Ada Marsh.' })).toBeVisible()
  await expect(other.getByRole('link', { name: /Eve Stone/ })).toBeVisible()
  await other.getByRole('link', { name: /Eve Stone/ }).click()
  await expect(other.getByRole('link', { name: 'New logo' }).first()).toBeVisible()
  await other.getByRole('button', { name: 'Logout' }).first().click()
  await expect(other.getByRole('heading', { name: 'You are logged out.' })).toBeVisible()
})
