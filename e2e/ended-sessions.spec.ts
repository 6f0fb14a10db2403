import type { Page } from '@playwright/test'
import type { Given, TestClient, TestFreelancer } from '../apps/server/test/given.ts'
import { expect, test } from './fixtures.ts'
import type { Server } from './server.ts'
import { waitUntilSettled } from './wait-until-settled.ts'

// Requests in flight when a session ends may be refused.
test.use({ expectedConsoleErrors: [/40[14]|NOT_SIGNED_IN/] })

const panel = (page: Page) => page.getByRole('dialog')

/** The forms that keep their input, and how to open each. */
const forms: Record<string, (given: Given, ada: TestFreelancer) => Promise<Form>> = {
  'the form of a new client': async () => ({
    path: '/clients',
    open: async (page) => page.getByRole('button', { name: '+ Create Client' }).first().click(),
    field: (page) => panel(page).getByLabel('First name'),
  }),
  'the form of a client': async (given, ada) => {
    const { id } = await given.client(ada)
    return {
      path: `/clients/${id}`,
      open: (page) => page.getByRole('button', { name: 'Edit client' }).click(),
      field: (page) => panel(page).getByLabel('Company'),
    }
  },
  'the form of a new project in the list of clients': async (given, ada) => {
    await given.client(ada)
    return {
      path: '/clients',
      open: (page) => page.getByRole('button', { name: 'Create Project' }).click(),
      field: (page) => panel(page).getByLabel('Description'),
    }
  },
  'the form of a new project on a client’s page': async (given, ada) => {
    const { id } = await given.client(ada)
    return {
      path: `/clients/${id}`,
      open: (page) => page.getByRole('button', { name: 'Create Project' }).click(),
      field: (page) => panel(page).getByLabel('Title'),
    }
  },
  'the form of a new project in the list of projects': async (given, ada) => {
    await given.project(await given.client(ada))
    return {
      path: '/projects?status=Pending',
      open: (page) => page.getByRole('button', { name: '+ Create Project' }).click(),
      field: (page) => panel(page).getByLabel('Title'),
    }
  },
  'the form of a project': async (given, ada) => {
    const { id } = await given.project(await given.client(ada))
    return {
      path: `/projects/${id}`,
      open: (page) => page.getByRole('button', { name: 'Edit Project' }).click(),
      field: (page) => panel(page).getByLabel('Title'),
    }
  },
  'the due date and the status of a project': async (given, ada) => {
    const { id } = await given.project(await given.client(ada))
    return {
      path: `/projects/${id}`,
      open: async (page) => void (await page.getByLabel('Status').selectOption('In Progress')),
      field: (page) => page.getByLabel('Due date'),
      typed: '2099-05-20',
      beside: (page) => expect(page.getByLabel('Status')).toHaveValue('In Progress'),
    }
  },
  'the profile': async () => ({
    path: '/settings',
    open: async () => {},
    field: (page) => page.getByLabel('Company or title'),
  }),
}

interface Form {
  path: string
  open(page: Page): Promise<void>
  field(page: Page): ReturnType<Page['getByLabel']>
  typed?: string
  beside?(page: Page): Promise<void>
}

for (const [name, createForm] of Object.entries(forms)) {
  test(`reopens ${name} with the typed text after the next login`, async ({ given, visit, server }) => {
    const ada = await given.freelancer()
    const { path, open, field, typed = 'Half a thou', beside } = await createForm(given, ada)
    const page = await visit(path, { as: ada })
    await open(page)
    await field(page).fill(typed)

    await endSessions(server, ada)
    await expect(page.getByText('Your session has ended')).toBeVisible()
    await logIn(page, ada)

    await expect(page).toHaveURL(new RegExp(`${path.replace('?', '\\?')}$`))
    await expect(field(page)).toHaveValue(typed)
    await beside?.(page)
  })
}

test('keeps a client’s half-typed feedback, and returns to it with the new link', async ({
  given,
  visit,
  server,
}) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  const page = await visit(`/client-dashboard/projects/${id}`, { as: maya })
  await page.getByLabel('Leave Feedback').fill('Half a thou')

  const { loginUrl } = await resetAccess(server, maya)
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await expect(page).toHaveURL(/\/client-login$/)
  await page.goto(loginUrl.replace(/^https?:\/\/[^/]+/, server.url))

  await expect(page).toHaveURL(new RegExp(`/client-dashboard/projects/${id}$`))
  await expect(page.getByLabel('Leave Feedback')).toHaveValue('Half a thou')
})

test('does not reopen a panel that was closed', async ({ given, visit, server }) => {
  const ada = await given.freelancer()
  const page = await visit('/clients', { as: ada })
  await page.getByRole('button', { name: '+ Create Client' }).first().click()
  await panel(page).getByLabel('First name').fill('Half a na')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()

  await endSessions(server, ada)
  await logIn(page, ada)

  await expect(page.getByRole('heading', { name: 'Your Clients' })).toBeVisible()
  await waitUntilSettled(page)
  await expect(panel(page)).toBeHidden()
})

test('shows no typed text to another freelancer who logs in', async ({ given, visit, server }) => {
  const ada = await given.freelancer()
  const ben = await given.freelancer({ name: 'Ben Stone' })
  const page = await visit('/clients', { as: ada })
  const create = page.getByRole('button', { name: '+ Create Client' }).first()
  await create.click()
  await panel(page).getByLabel('First name').fill('Ada’s secret')

  await endSessions(server, ada)
  await logIn(page, ben)

  await expect(page.getByText('Welcome, Ben Stone')).toBeVisible()
  await waitUntilSettled(page)
  await expect(panel(page)).toBeHidden()
  await page.goto('/clients')
  await create.click()
  await expect(panel(page).getByLabel('First name')).toHaveValue('')
})

async function endSessions({ ctx }: Server, { id }: TestFreelancer) {
  await ctx.db.deleteFrom('session').where('freelancer_id', '=', id).execute()
}

async function resetAccess({ url }: Server, { id, freelancer }: TestClient) {
  const headers = { authorization: `Bearer ${freelancer.token}` }
  const reply = await fetch(`${url}/api/clients/${id}/reset-access`, { method: 'POST', headers })
  return (await reply.json()) as { loginUrl: string }
}

async function logIn(page: Page, { email, password }: TestFreelancer) {
  await expect(page).toHaveURL(/\/welcome$/)
  await page.getByRole('link', { name: 'Log In' }).first().click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}
