import { expect, test } from './fixtures.ts'

test('an archived project becomes read only in open pages of the client, until it is restored', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  const menu = await given.project(maya)
  await given.file(maya, menu)
  const freelancerPage = await visit(`/projects/${menu.id}`, { as: maya.freelancer })
  const clientPage = await visit(`/client-dashboard/projects/${menu.id}`, { as: maya })
  await clientPage.getByLabel('Leave Feedback').fill('Half a tho')

  await freelancerPage.getByRole('button', { name: 'Archive Project' }).click()

  await expect(
    clientPage.getByText('This project is archived. You can read and download everything.'),
  ).toBeVisible()
  await expect(clientPage.getByLabel('Leave Feedback')).toHaveCount(0)
  await expect(clientPage.getByRole('button', { name: 'Choose files' })).toHaveCount(0)
  await expect(clientPage.getByRole('list', { name: 'Uploaded Files' })).toBeVisible()

  const band = freelancerPage.getByRole('status').filter({ hasText: 'Archived on' })
  await band.getByRole('button', { name: 'Bring back' }).click()
  await expect(freelancerPage.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(clientPage.getByLabel('Leave Feedback')).toHaveValue('Half a tho')

  await clientPage.getByRole('link', { name: 'Chat', exact: true }).first().click()
  await expect(clientPage.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await freelancerPage.getByRole('link', { name: 'Maya Whitcombe' }).first().click()
  await freelancerPage.getByRole('button', { name: 'Archive Client' }).click()
  const sentence = 'This conversation is archived. You can read everything.'
  await expect(clientPage.getByText(sentence)).toBeVisible()
  await freelancerPage.getByRole('link', { name: 'Read the chat' }).click()
  await expect(freelancerPage.getByText(sentence)).toBeVisible()
})
