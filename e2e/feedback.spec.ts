import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

test('feedback and replies appear on the other side without a reload, and are printed with their date', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  await given.file(maya, project, { name: `${'A very long name '.repeat(11)}.txt` })
  for (let n = 0; n < 8; n++) await given.file(maya.freelancer, project)
  const clients = await visit(`/client-dashboard/projects/${project.id}`, {
    as: maya,
    viewport: { width: 390, height: 844 },
  })
  const freelancers = await visit(`/projects/${project.id}`, { as: maya.freelancer })
  await expect(freelancers.getByText('No feedback submitted yet.')).toBeVisible()

  await clients.getByRole('link', { name: 'Leave feedback' }).press('Enter')
  const field = clients.getByLabel('Leave Feedback')
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport({ ratio: 1 })
  await field.fill('مرحبا بكم!\nAnd <b>rye</b> first: https://example.com/rye')
  await clients.getByRole('button', { name: 'Submit' }).press('Enter')
  await expect(clients.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(field).toHaveValue('')

  const read = freelancers.getByRole('list', { name: 'Client Feedback' })
  await expect(read).toContainText('And <b>rye</b> first')
  await freelancers.getByRole('button', { name: 'Reply', exact: true }).press('Enter')
  await freelancers.keyboard.type('Dark or light?')
  await freelancers.keyboard.press('Tab')
  await freelancers.keyboard.press('Tab')
  await freelancers.keyboard.press('Enter')
  await expect(freelancers.getByRole('button', { name: 'Reply', exact: true })).toBeFocused()
  await expect(clients.getByRole('list', { name: 'Replies' })).toContainText('Dark or light?')
  await expect(clients.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  for (const page of [clients, freelancers]) await expectNoViolations(page)

  // Each paragraph is aligned by its own script.
  const text = clients.getByRole('list', { name: 'Feedback' }).locator('p', { hasText: 'مرحبا' })
  await expect(text.getByRole('link')).toBeVisible()
  const [arabic, english] = await text.evaluate(measureMargins)
  expect(arabic?.right).toBe(0)
  expect(arabic?.left).toBeGreaterThan(100)
  expect(english?.left).toBe(0)

  for (const page of [clients, freelancers]) {
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.feedback').getByText('And <b>rye</b> first')).toBeVisible()
    // A print has no controls, and no relative times.
    await expect(
      page.locator('button, input, textarea, select, .drop').filter({ visible: true }),
    ).toHaveCount(0)
    expect(await page.locator('.file-name__start').last().evaluate(isCut)).toBe(false)
    expect(await page.locator('.feedback time').first().evaluate(printedTime)).toMatch(
      /^"\d+ \w+ \d{4}, \d\d:\d\d"$/,
    )
  }
})

function isCut({ scrollWidth, clientWidth }: Element) {
  return scrollWidth > clientWidth
}

function printedTime(element: Element) {
  return getComputedStyle(element, '::after').content
}

/** The space beside the first line of a text and the start of its second line. */
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
