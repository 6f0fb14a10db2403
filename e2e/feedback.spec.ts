import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

const phone = { width: 390, height: 844 }

test('feedback of a client appears at the freelancer without a reload, and is printed with its date', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const { id } = project
  await given.file(maya, project, { name: `${'A very long name '.repeat(11)}.txt` })
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
    await expect(page.locator('.feedback').getByText('And <b>rye</b> first.')).toBeVisible()
    // A print has no controls, and no relative times.
    await expect(
      page.locator('button, input, textarea, select, .drop').filter({ visible: true }),
    ).toHaveCount(0)
    expect(await page.locator('.file-name__start').evaluate(isCut)).toBe(false)
    expect(await page.locator('.feedback time').evaluate(printedTime)).toMatch(/^"\d+ \w+ \d{4}, \d\d:\d\d"$/)
  }
})

test('a client reaches the field by a link, the freelancer replies by keyboard, and the client reads it at once', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  for (let n = 0; n < 8; n++) await given.file(maya.freelancer, project)
  const clients = await visit(`/client-dashboard/projects/${project.id}`, { as: maya, viewport: phone })
  const freelancers = await visit(`/projects/${project.id}`, { as: maya.freelancer })

  await clients.getByRole('link', { name: 'Leave feedback' }).press('Enter')
  await expect(clients.getByLabel('Leave Feedback')).toBeFocused()
  await expect(clients.getByLabel('Leave Feedback')).toBeInViewport({ ratio: 1 })
  await clients.keyboard.type('See https://example.com/blue, please.')
  await clients.getByRole('button', { name: 'Submit' }).press('Enter')
  await expect(clients.getByRole('button', { name: 'Edit' })).toBeVisible()

  await freelancers.getByRole('button', { name: 'Reply', exact: true }).press('Enter')
  await freelancers.keyboard.type('Dark or light?')
  await freelancers.keyboard.press('Tab')
  await freelancers.keyboard.press('Tab')
  await freelancers.keyboard.press('Enter')

  await expect(freelancers.getByRole('button', { name: 'Reply', exact: true })).toBeFocused()
  await expect(clients.getByRole('list', { name: 'Replies' })).toContainText('Dark or light?')
  await expect(clients.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expect(freelancers.getByRole('link', { name: 'https://example.com/blue' })).toHaveAttribute(
    'rel',
    'noopener noreferrer nofollow',
  )
  for (const page of [clients, freelancers]) await expectNoViolations(page)
})

function isCut({ scrollWidth, clientWidth }: Element) {
  return scrollWidth > clientWidth
}

function printedTime(element: Element) {
  return getComputedStyle(element, '::after').content
}

test('each paragraph is aligned by the direction of its own script', async ({ given, visit }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  await given.feedback(maya, project, 'مرحبا بكم!\nThe blue one!')

  const page = await visit(`/client-dashboard/projects/${project.id}`, { as: maya, viewport: phone })

  const feedback = page.getByRole('list', { name: 'Feedback' }).getByText('The blue one!')
  const [arabic, english] = await feedback.evaluate(measureMargins)
  expect(arabic?.right).toBe(0)
  expect(arabic?.left).toBeGreaterThan(100)
  expect(english?.left).toBe(0)
})

/** The space beside each line of a text. */
function measureMargins(element: Element) {
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
