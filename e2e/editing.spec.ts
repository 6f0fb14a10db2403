import { uniqueEmail } from '../apps/server/test/given.ts'
import { expect, test } from './fixtures.ts'

test('a project is edited, and its client sees every line of it', async ({ given, visit }) => {
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

test('a project is created from the list, for the client who is chosen there', async ({ given, visit }) => {
  const ada = await given.freelancer()
  await given.client(ada)
  const tom = await given.client(ada, { firstName: 'Tom', lastName: 'Okafor', company: null })
  const page = await visit('/projects', { as: ada })

  await page.getByRole('button', { name: '+ Create Project' }).click()
  const panel = page.getByRole('dialog', { name: 'New project' })
  await panel.getByLabel('Title').fill('Wedding brochure')
  await panel.getByLabel('Description').fill('Twelve pages, A5.')
  await panel.getByRole('button', { name: 'Create Project' }).click()
  await expect(panel.getByText('Client is required.')).toBeVisible()
  await expect(panel.getByLabel('Client')).toBeFocused()
  await panel.getByLabel('Client').selectOption('Tom Okafor')
  await panel.getByRole('button', { name: 'Create Project' }).click()

  await expect(page.getByText('Project successfully created!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View Wedding brochure' })).toBeVisible()
  const toms = await visit('/client-dashboard', { as: tom })
  await expect(toms.getByRole('link', { name: 'Wedding brochure' })).toBeVisible()
})

test('without a client the list leads over the first one to the first project', async ({ given, visit }) => {
  const page = await visit('/projects', { as: await given.freelancer() })

  await page.getByRole('button', { name: '+ Create Project' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '+ Create Client' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('First name').fill('Maya')
  await panel.getByLabel('Last name').fill('Whitcombe')
  await panel.getByLabel('Email', { exact: true }).fill(uniqueEmail('maya'))
  await panel.getByLabel('Company').fill('Northwind Bakery')
  await panel.getByRole('button', { name: 'Create Client' }).click()
  await panel.getByRole('button', { name: 'Done' }).click()

  await expect(panel.getByLabel('Client')).toHaveValue(/.+/)
  await panel.getByLabel('Title').fill('Spring menu')
  await panel.getByLabel('Description').fill('Two sizes.')
  await panel.getByRole('button', { name: 'Create Project' }).click()
  await expect(page.getByRole('link', { name: 'View Spring menu' })).toBeVisible()
})

test.describe('a client’s access', () => {
  test.use({ expectedConsoleErrors: [/401/] })

  test('ends where their address changes, and an email goes to the new one', async ({
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

  test('is reset: the old link and session end, the new link works', async ({ given, visit, server }) => {
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
    await elsewhere.goto(here(maya.loginUrl, server.url))
    await expect(elsewhere.getByText('This login link has expired or is not valid.')).toBeVisible()
    await elsewhere.goto(here(fresh, server.url))
    await expect(elsewhere.getByText('Welcome, Maya Whitcombe')).toBeVisible()

    await page.reload()
    await expect(page.getByText('Last opened').locator('..')).toHaveText(/just now|ago/)
  })
})

/** The same link where this server listens. */
function here(link: string, origin: string) {
  const { pathname, search } = new URL(link)
  return `${origin}${pathname}${search}`
}
