import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { waitUntilSettled } from './wait-until-settled.ts'

/** Once the page has what it asked for, axe finds nothing: neither in dark colours nor in light ones. */
export async function expectNoViolations(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await waitUntilSettled(page)
    expect(await violations(page), `${page.url()} (${colorScheme})`).toEqual([])
  }
}

/** In the page itself, and brought there once: a page of its own for each result, as axe has it for frames, takes a second. */
async function violations(page: Page) {
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
  const found = await axe
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
}
