import { files, projects } from '@portico/contract'
import { expectNoViolations } from './axe.ts'
import { callApi } from './call-api.ts'
import { desktop, phone } from './chat-page.ts'
import { expect, test } from './fixtures.ts'

test('an upload of a client shows in every tab of the freelancer, and is read in all once it is opened in one', async ({
  given,
  visit,
  server,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const { id } = await given.project(maya)
  const page = await visit('/', { as: ada, ...desktop })
  const bell = page.getByRole('button', { name: /^Notifications/ })
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  const otherTab = await page.context().newPage()
  await otherTab.goto('/clients')
  await page.bringToFront()

  const form = new FormData()
  form.append('projectId', id)
  form.append('file', new File(['Rye, spelt.'], 'menu.txt', { type: 'text/plain' }))
  const upload = await fetch(`${server.url}/api${files.uploadAsClient.url}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${maya.token}` },
    body: form,
  })
  expect(upload.status).toBe(201)

  await expect(bell).toHaveAccessibleName('Notifications, 2 unread')
  await expect(page).toHaveTitle('(2) Portico | Dashboard')
  await expect(page.locator('link[rel=icon][type="image/svg+xml"]')).toHaveAttribute('href', /unread/)
  await expect(otherTab).toHaveTitle('(2) Portico | Clients')

  // By keyboard: the heading has the focus, Escape returns it, and the first row follows the button beside the heading.
  await bell.press('Enter')
  await expect(list.getByRole('heading', { name: 'Notifications' })).toBeFocused()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(bell).toBeFocused()
  await bell.press('Enter')
  const row = list.getByRole('link', { name: 'Maya uploaded menu.txt Unread.' })
  await expect(row).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(row).toBeFocused()
  await page.keyboard.press('Enter')

  // It leads to the file. That Maya joined is unread still.
  await expect(page).toHaveURL(new RegExp(`/projects/${id}#file-`))
  await expect(page.getByRole('list', { name: 'Uploaded Files' }).getByRole('listitem')).toBeFocused()
  await expect(page).toHaveTitle('(1) Spring menu · Portico | Projects')
  await expect(otherTab).toHaveTitle('(1) Portico | Clients')
  await page.reload()
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')

  await bell.click()
  await list.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell).toHaveAccessibleName('Notifications')
  await expect(otherTab).toHaveTitle('Portico | Clients')
  await expect(page.locator('link[rel=icon][type="image/svg+xml"]')).toHaveAttribute('href', '/favicon.svg')
})

test('a client reads notifications on a phone, also new ones while the page is open', async ({
  given,
  visit,
  server,
}) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  await given.feedback(maya, { id }, 'The blue one.')
  const page = await visit('/client-dashboard', { as: maya, ...phone })

  await page.getByRole('link', { name: 'Notifications, 1 unread' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'My Projects' })).toHaveCount(0)
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/client-dashboard$/)
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).click()
  await page.getByRole('link', { name: /^Ada created the project/ }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spring menu')
  const today = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
  await expect(today).toHaveText([/^You left feedback.*The blue one\./, /^Ada created the project/])
  await callApi(server, maya.freelancer, projects.update, { status: 'In Progress' }, id)
  await expect(today.first()).toHaveText(/^Ada set the status to In Progress/)
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page).toHaveTitle('Spring menu · Portico | Activity')
  await page.getByRole('link', { name: 'The blue one.' }).click()
  await expect(page.getByRole('list', { name: 'Feedback' }).getByRole('listitem')).toBeFocused()
})
