import { expect, test } from './fixtures.ts'

// A request for the deleted project may be in flight.
test.use({ expectedConsoleErrors: [/404|NOT_FOUND/] })

test('a deleted project comes back by Undo, a deleted file from the bin, on the client’s screen too', async ({
  given,
  visit,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const project = await given.project(maya)
  await given.file(maya, project, { name: 'menu.txt' })
  const clients = await visit('/client-dashboard', { as: maya })
  await expect(clients.getByRole('link', { name: /Spring menu/ })).toBeVisible()
  const clientsFiles = clients.getByRole('list', { name: 'Uploaded Files' })
  const page = await visit('/projects', { as: ada })

  await page.getByRole('button', { name: 'Delete Spring menu' }).press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription(/With it: 1 file\./)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Project' }).press('Enter')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  // Closing, it moves the focus.
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await page.keyboard.press('F6')
  await expect(undo).toBeFocused()
  await expect(clients.getByText('No projects assigned yet.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Project restored')).toBeVisible()
  await clients.getByRole('link', { name: /Spring menu/ }).click()
  await expect(clientsFiles.getByText('menu.txt')).toBeVisible()

  await page.getByRole('link', { name: 'View Spring menu' }).click()
  await page.getByRole('button', { name: 'More for menu.txt' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete File' }).click()
  await expect(clientsFiles.getByText('menu.txt')).toHaveCount(0)
  await page.goto('/bin')
  await page.getByRole('button', { name: /^Restore menu\.txt/ }).press('Enter')
  await expect(page.getByText('The bin is empty.')).toBeVisible()
  await expect(clientsFiles.getByText('menu.txt')).toBeVisible()
})
