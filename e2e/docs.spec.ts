import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

test('integrators read about the API', async ({ visit }) => {
  // It is a long page, four times looked through.
  test.setTimeout(180_000)
  const page = await visit('/api/docs')
  await expect(page.getByRole('heading', { name: 'The Portico API' })).toBeVisible()

  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoViolations(page)
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(sideways, `nothing sticks out at ${width} px`).toBe(0)
  }
})

test('the contents lead to a call, a call to its failures', async ({ visit }) => {
  const page = await visit('/api/docs', { viewport: { width: 1440, height: 900 } })

  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: 'POST /projects/create' })
    .click()
  const call = page.locator('#projectsCreate')
  await expect(call.getByRole('heading', { name: 'POST /api/projects/create' })).toBeInViewport()

  await call.getByRole('link', { name: 'PROJECT_NOT_DUE' }).click()
  await expect(page.getByText('A project is to be Completed while its due date lies ahead')).toBeInViewport()
})
