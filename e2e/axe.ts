import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './fixtures.ts'
import { waitUntilSettled } from './wait-until-settled.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The rules whose result depends on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

export async function expectNoViolations(page: Page) {
  for (const [colorScheme, rules] of [
    ['dark', COLOUR_RULES],
    ['light', undefined],
  ] as const) {
    // A change of the scheme would be animated for a fifth of a second.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await waitUntilSettled(page)
    await loadAxe(page)
    expect(await findViolations(page, rules), `${page.url()} (${colorScheme})`).toEqual([])
  }
  await page.emulateMedia({ reducedMotion: null })
}

/**
 * Through the protocol, because the browser compiles a script only once for all pages of a process. Evaluated by
 * Playwright, as @axe-core/playwright does, it is compiled for every page: a second instead of a tenth.
 */
async function loadAxe(page: Page) {
  if (await page.evaluate(() => 'axe' in window)) return
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Runtime.evaluate', { expression: axeScript })
  await devtools.detach()
}

async function findViolations(page: Page, rules?: readonly string[]) {
  const violations = await page.evaluate(async (runOnly) => {
    const options = { resultTypes: ['violations' as const], ...(runOnly && { runOnly: [...runOnly] }) }
    return (await window.axe.run(options)).violations
  }, rules)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
}
