import { expect, test } from './fixtures.ts'

// Requests in flight when the session ends may be refused.
test.use({ expectedConsoleErrors: [/40[14]|NOT_SIGNED_IN/] })

test('reopens a form with the typed text after the next login', async ({ given, visit, server }) => {
  const ada = await given.freelancer()
  await given.project(await given.client(ada))
  const page = await visit('/projects?status=Pending', { as: ada })
  const panel = page.getByRole('dialog')
  await page.getByRole('button', { name: '+ Create Project' }).click()
  await panel.getByLabel('Title').fill('Half a thou')

  await server.ctx.db.deleteFrom('session').where('freelancer_id', '=', ada.id).execute()
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await expect(page).toHaveURL(/\/welcome$/)
  await page.getByRole('link', { name: 'Log In' }).first().click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeFocused()
  await page.getByLabel('Email', { exact: true }).fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('button', { name: 'Log In' }).click()

  await expect(page).toHaveURL(/\/projects\?status=Pending$/)
  await expect(panel.getByLabel('Title')).toHaveValue('Half a thou')
})
