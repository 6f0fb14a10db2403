import { uniqueEmail } from '../apps/server/test/given.ts'
import { expect, test } from './fixtures.ts'

test('an edited project is shown to its client with all line breaks', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const { id } = await given.project(maya)
  const page = await visit(`/projects/${id}`, { as: ada })

  await page.getByRole('button', { name: 'Edit Project' }).click()
  const panel = page.getByRole('dialog', { name: 'Edit project' })
  await expect(panel.getByLabel('Title')).toBeFocused()
  await expect(panel.getByRole('button', { name: 'Update Project' })).toBeDisabled()
  await panel.getByLabel('Title').fill('Summer menu')
  await panel.getByLabel('Description').fill('Two sizes:\n\n- A4\n- A5')
  await panel.getByRole('button', { name: 'Update Project' }).click()

  await expect(page.getByText('Project updated successfully')).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Summer menu')
  await expect(page.getByRole('button', { name: 'Edit Project' })).toBeFocused()

  const clients = await visit(`/client-dashboard/projects/${id}`, { as: maya })
  await expect(clients.getByRole('heading', { level: 1 })).toHaveText('Summer menu')
  await expect(clients.getByText('Two sizes:')).toHaveText('Two sizes:\n\n- A4\n- A5', {
    useInnerText: true,
  })
})

test.describe('the access of a client', () => {
  test.use({ expectedConsoleErrors: [/401/] })

  test('ends when the email address is changed, and a link is sent to the new address', async ({
    given,
    visit,
    emails,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const elsewhere = await visit('/client-dashboard', { as: maya })
    await expect(elsewhere.getByText('Welcome, Maya Whitcombe')).toBeVisible()
    const page = await visit(`/clients/${maya.id}`, { as: ada })
    const address = uniqueEmail('maya.new')

    await page.getByRole('button', { name: 'Edit client' }).click()
    const panel = page.getByRole('dialog', { name: 'Edit client' })
    await panel.getByLabel('Company').fill('Southwind Bakery')
    await panel.getByLabel('Email', { exact: true }).fill(address)
    await expect(panel.getByRole('status')).toContainText('every link and session of this client ends')
    await panel.getByRole('button', { name: 'Update Client' }).click()

    await expect(page.getByText('Client updated successfully')).toBeVisible()
    await expect(panel).toBeHidden()
    await expect(page.getByRole('link', { name: address })).toBeVisible()
    await expect(page.getByText('Southwind Bakery')).toBeVisible()
    await expect(async () => {
      await elsewhere.reload()
      await expect(elsewhere).toHaveURL(/\/client-login$/, { timeout: 1_000 })
    }).toPass()

    const [email] = await emails(address)
    const link = /\/client-login\?token=[\w-]+/.exec(email?.text ?? '')?.[0] ?? ''
    await elsewhere.goto(link)
    await expect(elsewhere.getByText('Welcome, Maya Whitcombe')).toBeVisible()
  })

  test('is reset: the old link and session end, and the new link works', async ({ given, visit, server }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const elsewhere = await visit('/client-dashboard', { as: maya })
    await expect(elsewhere.getByText('Welcome, Maya Whitcombe')).toBeVisible()
    const page = await visit(`/clients/${maya.id}`, { as: ada })

    await page.getByRole('button', { name: 'Reset Access' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Reset access' })
    await expect(dialog).toContainText('also those they use now')
    await expect(dialog.getByRole('button', { name: 'Keep access' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Reset Access' }).click()
    const panel = page.getByRole('dialog', { name: 'Access reset' })
    const fresh = await panel.getByLabel('Login link').inputValue()
    await expect(panel.getByText('Only this link works now.')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(page.getByRole('button', { name: 'Reset Access' })).toBeFocused()

    await expect(async () => {
      await elsewhere.reload()
      await expect(elsewhere).toHaveURL(/\/client-login$/, { timeout: 1_000 })
    }).toPass()
    await elsewhere.goto(onOrigin(maya.loginUrl, server.url))
    await expect(elsewhere.getByText('This login link has expired or is not valid.')).toBeVisible()
    await elsewhere.goto(onOrigin(fresh, server.url))
    await expect(elsewhere.getByText('Welcome, Maya Whitcombe')).toBeVisible()

    await page.reload()
    await expect(page.getByText('Link last opened').locator('..')).toHaveText(/just now|ago/)
  })
})

/** The link on the address of the test server. */
function onOrigin(link: string, origin: string) {
  const { pathname, search } = new URL(link)
  return `${origin}${pathname}${search}`
}
