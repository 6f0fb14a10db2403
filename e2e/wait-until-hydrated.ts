import type { Page } from '@playwright/test'

/** Waits until React handles what happens on a prerendered page. Before, links load whole documents and buttons do nothing. */
export async function waitUntilHydrated(page: Page) {
  await page.waitForFunction(() => Reflect.get(window, 'porticoAwake') === true)
}
