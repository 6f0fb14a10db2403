import { projects } from '@portico/contract'
import { applyPlan } from '../apps/server/src/features/billing/billing.service.ts'
import { callApi } from './call-api.ts'
import { desktop, getInput, getLog, phone, readMessages, sendMessage, swapSides } from './chat-page.ts'
import { expect, test } from './fixtures.ts'

test('delivers messages, receipts and typing between a client and their freelancer', async ({
  given,
  visit,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const clientPage = await visit('/client-dashboard', { as: maya, ...phone })
  const freelancerPage = await visit('/chat', { as: ada, ...desktop })
  await expect(freelancerPage.getByText('Select a client to start chatting.')).toBeVisible()

  await clientPage.getByRole('link', { name: 'Chat' }).click()
  await expect(clientPage).toHaveTitle('Portico | Chat')
  await expect(clientPage.getByText('Chat support is available only for ongoing projects.')).toBeVisible()
  // A phone shows the freelancer's details on demand.
  await expect(clientPage.getByText(ada.email)).toBeHidden()
  await clientPage.getByRole('button', { name: 'Details' }).click()
  await expect(clientPage.getByRole('link', { name: ada.email })).toBeVisible()
  await expect(clientPage.getByRole('link', { name: 'Choose your emails' })).toBeVisible()
  await clientPage.getByRole('button', { name: 'Details' }).click()
  await expect(clientPage.getByText(ada.email)).toBeHidden()
  await sendMessage(clientPage, 'Is the proof in the files?')
  await expect(getLog(clientPage)).toContainText('Sent')

  // The unread message shows in the title (with the notification that Maya joined), in the sidebar and in the list.
  await expect(freelancerPage).toHaveTitle('(2) Portico | Chat')
  await expect(freelancerPage.getByRole('navigation', { name: 'Main' }).getByLabel('1 unread')).toBeVisible()
  const row = freelancerPage.getByRole('link', { name: /Maya Whitcombe/ })
  await expect(row).toContainText('Is the proof in the files?')
  await expect(row.getByLabel('1 unread')).toBeVisible()

  await row.click()
  await expect(freelancerPage).toHaveURL(`/chat?client=${maya.id}`)
  await expect(getLog(freelancerPage)).toContainText('Is the proof in the files?')
  await expect(freelancerPage).toHaveTitle('(1) Portico | Chat')
  await expect(freelancerPage.getByLabel('1 unread', { exact: true })).toHaveCount(0)
  await expect(getLog(clientPage)).toContainText('Seen')

  await getInput(freelancerPage).pressSequentially('It ')
  await expect(clientPage.getByText('Ada is typing')).toBeVisible()
  await sendMessage(freelancerPage, 'It is: www.example.com/proof')
  await expect(getLog(clientPage)).toContainText('It is: www.example.com/proof')
  await expect(clientPage.getByText('Ada is typing')).toBeHidden()
  const link = getLog(clientPage).getByRole('link', { name: 'www.example.com/proof' })
  await expect(link).toHaveAttribute('href', 'https://www.example.com/proof')
  await expect(link).toHaveAttribute('rel', /noopener/)
  expect(swapSides(await readMessages(clientPage))).toEqual(await readMessages(freelancerPage))
})

test('keeps a draft for each conversation across a reload', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const tom = await given.client(ada, { firstName: 'Tom', lastName: 'Okafor' })
  const page = await visit(`/chat?client=${maya.id}`, { as: ada })
  await getInput(page).fill('half a thought')

  await page.getByRole('link', { name: /Tom Okafor/ }).click()
  await expect(page).toHaveURL(`/chat?client=${tom.id}`)
  await expect(getInput(page)).toHaveValue('')
  await page.getByRole('link', { name: /Maya Whitcombe/ }).click()
  await expect(getInput(page)).toHaveValue('half a thought')
  await page.reload()
  await expect(getInput(page)).toHaveValue('half a thought')
  await getInput(page).press('Enter')
  await expect(getLog(page)).toContainText('half a thought')
  await page.reload()
  await expect(getLog(page)).toContainText('half a thought')
  await expect(getInput(page)).toHaveValue('')
})

test('closes and opens the input when the plan changes, without a reload', async ({
  given,
  visit,
  server,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const freelancerPage = await visit(`/chat?client=${maya.id}`, { as: ada })
  const clientPage = await visit('/client-dashboard/chat', { as: maya, ...phone })
  await sendMessage(freelancerPage, 'What was said stays')
  await expect(getLog(clientPage)).toContainText('What was said stays')

  await applyPlan(server.ctx, ada.id, 'starter')
  await expect(freelancerPage.getByText('Live chat comes with Pro and Enterprise.')).toBeVisible()
  await freelancerPage.getByRole('main').getByRole('link', { name: 'Change plan' }).click()
  await expect(freelancerPage.getByRole('dialog', { name: 'Choose Your Plan' })).toBeVisible()
  await freelancerPage.keyboard.press('Escape')
  await expect(freelancerPage).toHaveURL(`/chat?client=${maya.id}`)
  await expect(getInput(freelancerPage)).toHaveCount(0)
  await expect(clientPage.getByText('Messages are closed now.')).toBeVisible()
  await expect(clientPage.getByText(/plan|Pro\b/)).toHaveCount(0)
  await expect(getLog(clientPage)).toContainText('What was said stays')

  await applyPlan(server.ctx, ada.id, 'enterprise')
  await sendMessage(clientPage, 'There you are')
  await expect(getLog(freelancerPage)).toContainText('There you are')
  await expect(getInput(freelancerPage)).toBeVisible()
})

test('opens and closes answers with projects and messages, without a reload', async ({
  given,
  visit,
  server,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  await given.project(maya, { status: 'Completed' })
  const freelancerPage = await visit(`/chat?client=${maya.id}`, { as: ada })
  const clientPage = await visit('/client-dashboard/chat', { as: maya, ...phone })

  await expect(
    freelancerPage.getByText('Maya cannot write here now, because no project is ongoing.'),
  ).toBeVisible()
  await expect(clientPage.getByText('Messages are closed now.')).toBeVisible()
  await expect(clientPage.getByRole('status').getByRole('link', { name: ada.email })).toBeVisible()
  await expect(getInput(clientPage)).toHaveCount(0)

  await sendMessage(freelancerPage, 'How is the menu?')
  await expect(freelancerPage.getByText(/^No project is ongoing. Maya can answer until /)).toBeVisible()
  await expect(clientPage.getByText(/You can still answer until /)).toBeVisible()
  await sendMessage(clientPage, 'Lovely!')
  await expect(getLog(freelancerPage)).toContainText('Lovely!')

  const project = { clientId: maya.id, title: 'Summer menu', description: 'Two sizes.', status: 'Pending' }
  await callApi(server, ada, projects.create, project)
  for (const page of [freelancerPage, clientPage]) {
    await expect(page.getByText(/No project is ongoing/)).toHaveCount(0)
    await expect(getInput(page)).toBeVisible()
  }
})
