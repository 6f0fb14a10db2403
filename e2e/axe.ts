import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { waitUntilSettled } from './wait-until-settled.ts'

/** The rules whose result depends on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

export async function expectNoViolations(page: Page) {
  for (const [colorScheme, rules] of [
    ['dark', COLOUR_RULES],
    ['light', []],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await waitUntilSettled(page)
    expect(await findViolations(page, rules), `${page.url()} (${colorScheme})`).toEqual([])
  }
}

/** Injects axe once. Without legacy mode axe opens another page for each result, which takes a second. */
async function findViolations(page: Page, rules: readonly string[]) {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  if (rules.length > 0) axe.withRules([...rules])
  const found = await axe.analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
}
