import { expect, type Page, type Request } from '@playwright/test'

const pendingRequests = new WeakMap<Page, Set<Request>>()

/** Must be called before the page loads. */
export function trackRequests(page: Page) {
  const requests = new Set<Request>()
  pendingRequests.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** Waits until all requests have finished, and no skeleton or animation is left. */
export async function waitUntilSettled(page: Page) {
  // By its tag: behind an open panel a heading has no role.
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(async () => {
    await page.evaluate(waitForAnimations)
    expect(pendingUrls(page), 'pending requests').toEqual([])
    expect(await page.locator('.skeleton, .skeleton-line').count(), 'skeletons').toBe(0)
  }).toPass({ intervals: [30] })
}

function pendingUrls(page: Page) {
  return [...(pendingRequests.get(page) ?? [])].map((request) => request.url())
}

/** An endless animation, such as a progress bar, is ignored. */
async function waitForAnimations() {
  await document.fonts.ready
  // A response is rendered within two frames.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  const finite = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(finite.map(({ finished }) => finished))
}
