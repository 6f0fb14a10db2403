import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

test('the API documentation is accessible, fits the screen, and links to endpoints and their errors', async ({
  visit,
}) => {
  const page = await visit('/api/docs', { viewport: { width: 390, height: 900 } })
  await expect(page.getByRole('heading', { name: 'The Portico API' })).toBeVisible()

  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `at ${width} px`).toBe(0)
  }

  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: 'POST /projects/create' })
    .click()
  const endpoint = page.locator('#projectsCreate')
  await expect(endpoint.getByRole('heading', { name: 'POST /api/projects/create' })).toBeInViewport()
  await endpoint.getByRole('link', { name: 'PROJECT_NOT_DUE' }).click()
  await expect(page.getByText('A project is to be Completed while its due date lies ahead')).toBeInViewport()

  // All calls are rendered alike, and axe takes a quarter of a minute for them even where it does not check them.
  await page.locator('.call:not(:nth-of-type(-n+2))').evaluateAll((calls) => {
    for (const call of calls) call.remove()
  })
  await expectNoViolations(page)
})
