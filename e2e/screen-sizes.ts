import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const screenSizes = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  // 1440 px at a zoom of 200 %.
  { width: 720, height: 450 },
  { width: 768, height: 1024 },
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
]

/** Leaves the page at the last of the sizes, a laptop's. */
export async function expectToFitEveryScreen(page: Page, part: Locator = page.locator('html')) {
  for (const size of screenSizes) {
    await page.setViewportSize(size)
    expect(await part.evaluate(isTooWide), `${page.url()} at ${size.width}`).toBe(false)
  }
}

function isTooWide({ scrollWidth, clientWidth }: Element) {
  return scrollWidth > clientWidth
}
