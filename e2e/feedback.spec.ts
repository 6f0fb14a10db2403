import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

const phone = { width: 390, height: 844 }

test('a client leaves feedback, and their freelancer sees it come in', async ({ given, visit }) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  const freelancers = await visit(`/projects/${id}`, { as: maya.freelancer })
  await expect(freelancers.getByText('No feedback submitted yet.')).toBeVisible()
  await freelancers.evaluate(() => Object.assign(window, { neverReloaded: true }))

  const clients = await visit(`/client-dashboard/projects/${id}`, { as: maya, viewport: phone })
  await expect(clients.getByText('No feedback submitted yet.')).toBeVisible()
  await clients.getByLabel('Leave Feedback').fill('Smaller prices, please.\nAnd <b>rye</b> first.')
  await clients.getByRole('button', { name: 'Submit' }).click()

  await expect(clients.getByText('Feedback submitted')).toBeVisible()
  await expect(clients.getByRole('list', { name: 'Feedback' })).toContainText(/^Youjust now/)
  await expect(clients.getByLabel('Leave Feedback')).toHaveValue('')
  const read = freelancers.getByRole('list', { name: 'Client Feedback' })
  await expect(read).toContainText('Maya Whitcombe')
  await expect(read).toContainText('And <b>rye</b> first.')
  await expect(read.locator('time')).toHaveAttribute('title', /^\d+ \w+ \d{4}, \d\d:\d\d$/)
  expect(await freelancers.evaluate(() => 'neverReloaded' in window)).toBe(true)
  for (const page of [clients, freelancers]) await expectNoViolations(page)

  for (const page of [clients, freelancers]) {
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('And <b>rye</b> first.')).toBeVisible()
    // Nothing to press or to fill in, and no time that is only true today.
    await expect(
      page.locator('button, input, textarea, select, .drop').filter({ visible: true }),
    ).toHaveCount(0)
    expect(await page.locator('.feedback time').evaluate(printed)).toMatch(/^"\d+ \w+ \d{4}, \d\d:\d\d"$/)
  }
})

function printed(element: Element) {
  return getComputedStyle(element, '::after').content
}

test('each paragraph begins on the side that it is written from', async ({ given, visit }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  await given.feedback(maya, project, 'مرحبا بكم!\nThe blue one!')

  const page = await visit(`/client-dashboard/projects/${project.id}`, { as: maya, viewport: phone })

  const said = page.getByRole('list', { name: 'Feedback' }).getByText('The blue one!')
  const [arabic, english] = await said.evaluate(roomAround)
  expect(arabic?.right).toBe(0)
  expect(arabic?.left).toBeGreaterThan(100)
  expect(english?.left).toBe(0)
})

/** How far each line of a text stands from either side. */
function roomAround(element: Element) {
  const { left, right } = element.getBoundingClientRect()
  const text = element.firstChild as Text
  return text.data.split('\n').map((line) => {
    const range = document.createRange()
    range.setStart(text, text.data.indexOf(line))
    range.setEnd(text, text.data.indexOf(line) + line.length)
    const box = range.getBoundingClientRect()
    return { left: Math.round(box.left - left), right: Math.round(right - box.right) }
  })
}

test('by keyboard alone; what is half-written survives a reload', async ({ given, visit }) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  const page = await visit(`/client-dashboard/projects/${id}`, { as: maya })

  await page.getByLabel('Leave Feedback').focus()
  await page.keyboard.type('Half a tho')
  await page.reload()
  await expect(page.getByLabel('Leave Feedback')).toHaveValue('Half a tho')
  await page.getByLabel('Leave Feedback').focus()
  await page.keyboard.press('End')
  await page.keyboard.type('ught.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('list', { name: 'Feedback' })).toContainText('Half a thought.')
})

test.describe('when the line is cut', () => {
  test.use({ expectedConsoleErrors: [/ERR_|UNREACHABLE|UNREADABLE|WebSocket/] })

  test('it is taken back, honestly, and nothing is lost', async ({ given, visit }) => {
    const maya = await given.client(await given.freelancer())
    const project = await given.project(maya)
    await given.feedback(maya, project, 'Lovely.')
    const page = await visit(`/client-dashboard/projects/${project.id}`, { as: maya })
    const list = page.getByRole('list', { name: 'Feedback' })
    await expect(list).toContainText('Lovely.')

    await page.context().setOffline(true)
    await page.getByLabel('Leave Feedback').fill('Can you hear me?')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Failed to submit feedback')).toBeVisible()
    await expect(page.getByLabel('Leave Feedback')).toHaveValue('Can you hear me?')
    await expect(list).not.toContainText('Can you hear me?')

    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(list).toContainText('Can you hear me?')
    await expect(list.getByRole('listitem')).toHaveCount(2)
  })
})
