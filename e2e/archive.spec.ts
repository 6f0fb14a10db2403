import { expect, test } from './fixtures.ts'

test('an archived project becomes read only in open pages of the client, until it is restored', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  const menu = await given.project(maya)
  await given.file(maya, menu)
  const freelancerPage = await visit(`/projects/${menu.id}`, { as: maya.freelancer })
  const projectPage = await visit(`/client-dashboard/projects/${menu.id}`, { as: maya })
  const chatPage = await visit('/client-dashboard/chat', { as: maya })
  await projectPage.getByLabel('Leave Feedback').fill('Half a tho')
  await expect(chatPage.getByRole('textbox', { name: 'Message' })).toBeVisible()

  await freelancerPage.getByRole('button', { name: 'Archive Project' }).click()

  const sentence = projectPage.getByText('This project is archived. You can read and download everything.')
  await expect(sentence).toBeVisible()
  await expect(projectPage.getByLabel('Leave Feedback')).toHaveCount(0)
  await expect(projectPage.getByRole('button', { name: 'Choose files' })).toHaveCount(0)
  await expect(projectPage.getByRole('list', { name: 'Uploaded Files' })).toBeVisible()

  const band = freelancerPage.getByRole('status').filter({ hasText: 'Archived on' })
  await band.getByRole('button', { name: 'Bring back' }).click()
  await expect(freelancerPage.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(projectPage.getByLabel('Leave Feedback')).toHaveValue('Half a tho')

  await freelancerPage.goto(`/clients/${maya.id}`)
  await freelancerPage.getByRole('button', { name: 'Archive Client' }).click()
  await expect(sentence).toBeVisible()
  await expect(chatPage.getByText('This conversation is archived. You can read everything.')).toBeVisible()
  await freelancerPage.getByRole('link', { name: 'Read the chat' }).click()
  await expect(
    freelancerPage.getByText('This conversation is archived. You can read everything.'),
  ).toBeVisible()
})
