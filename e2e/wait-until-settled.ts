import { expect, type Page, type Request } from '@playwright/test'

const pendingRequests = new WeakMap<Page, Set<Request>>()

/** From now on it is known what a page waits for. */
export function trackRequests(page: Page) {
  const requests = new Set<Request>()
  pendingRequests.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** It has what it asked for, shows it, and nothing moves or fades any more. */
export async function waitUntilSettled(page: Page) {
  // By its tag: while a panel is open, what lies behind it has no role.
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(async () => {
    await page.evaluate(waitForAnimations)
    expect(pendingUrls(page), 'nothing is on its way').toEqual([])
    expect(await page.locator('.bone').count(), 'nothing is loading').toBe(0)
  }).toPass({ intervals: [30] })
}

function pendingUrls(page: Page) {
  return [...(pendingRequests.get(page) ?? [])].map((request) => request.url())
}

/** What is endless, as a waiting bar, is not waited for. */
async function waitForAnimations() {
  await document.fonts.ready
  // What was answered just now is drawn within two pictures.
  for (let picture = 0; picture < 2; picture++) await new Promise(requestAnimationFrame)
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(passing.map(({ finished }) => finished))
}
