import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { waitUntilSettled } from './wait-until-settled.ts'

export async function expectNoViolations(page: Page, { exclude }: { exclude?: string } = {}) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await waitUntilSettled(page)
    expect(await findViolations(page, exclude), `${page.url()} (${colorScheme})`).toEqual([])
  }
}

/** Injects axe once. Without legacy mode axe opens another page for each result, which takes a second. */
async function findViolations(page: Page, exclude?: string) {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) })
  if (exclude) axe.exclude(exclude)
  const found = await axe
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
}
