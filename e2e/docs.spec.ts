import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './fixtures.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1440]) {
    test(`integrators read about the API (${width} px, ${colorScheme})`, async ({ visit }) => {
      const page = await visit('/api/docs', {
        colorScheme,
        viewport: { width, height: 900 },
      })

      await expect(page.getByRole('heading', { name: 'The Portico API' })).toBeVisible()
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(sideways, 'nothing sticks out').toBe(0)
    })
  }
}

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
