import type { Page } from '@playwright/test'
import { billing } from '@portico/contract'
import type { TestFreelancer } from '../apps/server/test/given.ts'
import { expectNoViolations } from './axe.ts'
import { callApi } from './call-api.ts'
import { expect, test } from './fixtures.ts'
import type { Server } from './server.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }

test('buys a plan by keyboard after a cancelled checkout, and recovers from a failed payment', async ({
  server,
  given,
  visit,
}) => {
  // At this width the sidebar shows icons alone.
  const viewport = { width: 800, height: 900 }
  const page = await visit('/', { as: await given.freelancer({ plan: 'free' }), viewport })

  const upgrade = page.getByRole('complementary').getByRole('link', { name: 'Upgrade' })
  await expect
    .poll(async () => (await upgrade.boundingBox())?.width, 'the link is visible')
    .toBeGreaterThan(24)
  await upgrade.press('Enter')
  await expect(page.getByRole('radio', { name: 'Free', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Pro' })).toBeChecked()
  await expect(page.getByText(/The first 7 days are free/)).toBeVisible()
  await expectNoViolationsAt(page, desktop)
  await expectNoViolationsAt(page, phone)
  await page.getByRole('button', { name: 'Continue to checkout' }).press('Enter')

  await expect(page.getByText('TEST MODE')).toBeVisible()
  await expectNoViolations(page)
  await page.getByLabel('Card is declined').check()
  await page.getByRole('button', { name: 'Start trial' }).press('Enter')
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel and go back' }).click()
  await expect(page.getByText('No changes were made to your subscription.')).toBeVisible()
  await expectNoViolations(page)

  await page.getByRole('link', { name: 'See the plans again' }).click()
  await expect(page.getByRole('radio', { name: 'Free', exact: true })).toBeChecked()
  await page.getByRole('radio', { name: 'Pro' }).check()
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await page.getByLabel('Card fails at renewal').check()
  await page.getByRole('button', { name: 'Start trial' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByText(/Your free trial of Pro runs until .+ Your card is charged £8/)).toBeVisible()

  await advanceStripeClock(server, 8)
  await expect(getTile(page, 'Status')).toHaveText('PAST_DUE')
  await expect(getTile(page, 'Plan')).toHaveText('Pro')
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.getByLabel('Card succeeds').check()
  await page.getByRole('button', { name: 'Save card' }).click()
  await page.getByRole('button', { name: 'Pay £8.00' }).click()
  await expect(page.getByRole('button', { name: 'Pay £8.00' })).toBeHidden()
  await page.getByRole('link', { name: 'Back to Portico' }).click()
  await expect(getTile(page, 'Status')).toHaveText('ACTIVE')

  await page.goto(`${server.developmentPages}/stripe`)
  await expectNoViolations(page)
})

test('changes to a bigger plan, schedules a smaller one and a cancellation, and switches to Free', async ({
  server,
  given,
  visit,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(server, ada)
  await given.client(ada)
  await given.client(ada, { firstName: 'Tom', lastName: 'Okafor' })
  await advanceStripeClock(server, 20)

  const page = await visit('/?plans=enterprise', { as: ada, viewport: phone })
  const priceText = page.getByText(/today, worked out to the day/)
  const [price = 'no price'] = /£\d\.\d\d/.exec((await priceText.textContent()) ?? '') ?? []
  await page.getByRole('button', { name: 'Change to Enterprise' }).click()
  await expect(page.getByRole('definition').filter({ hasText: price }).last()).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/You are on Enterprise\. Ten clients/)).toBeVisible()

  await page.goto('/settings')
  await page.getByRole('link', { name: 'Change plan' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Choose Your Plan' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/settings$/)

  await page.goto('/?plans=starter')
  await page.getByRole('button', { name: 'Change to Starter' }).press('Enter')
  await expect(page.getByText(/Ends with Maya Whitcombe and Tom Okafor/)).toBeVisible()
  await expectNoViolationsAt(page, phone)
  await expectNoViolationsAt(page, desktop)
  await page.getByRole('button', { name: 'Change to Starter' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText(/Enterprise changes to Starter on .+, for £5 a month/)).toBeVisible()
  await page.getByRole('button', { name: 'Keep Enterprise' }).press('Enter')
  await expect(page.getByText(/Enterprise changes to Starter/)).toBeHidden()

  await page.goto('/cancel-subscription')
  await expect(page.getByRole('heading', { name: 'Cancel Subscription?' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Cancel Subscription' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Your subscription ends' })).toBeFocused()
  await page.getByRole('link', { name: 'Go to the dashboard' }).press('Enter')
  await expect(page.getByText(/Enterprise ends on \d+ \w+ \d{4}\. Until then everything works/)).toBeVisible()
  await page.getByRole('button', { name: 'Keep Subscription' }).press('Enter')
  await expect(page.getByText(/Enterprise ends on/)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeFocused()

  await page.getByRole('complementary').getByRole('link', { name: 'Change plan' }).press('Enter')
  await expect(page.getByRole('radio', { name: 'Enterprise' })).toBeFocused()
  await page.getByRole('radio', { name: 'Free', exact: true }).press('Space')
  await page.getByRole('button', { name: 'Change to Free' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Keep Enterprise until \d+ \w+, then Free$/ })).toBeVisible()
  await expectNoViolationsAt(page, phone)
  await expectNoViolationsAt(page, desktop)
  await page.getByRole('button', { name: 'Switch to Free now' }).press('Enter')
  await expect(page.getByText('Successfully switched to Free Plan')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(getTile(page, 'Plan')).toHaveText('Free')
  await expect(getTile(page, 'Clients Used')).toHaveText('2/ 1')
})

async function expectNoViolationsAt(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  await expectNoViolations(page)
}

function getTile(page: Page, name: string) {
  return page
    .locator('.strip > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
}

/** Starts a trial of Pro with a card, as the checkout page does. */
async function subscribe(server: Server, person: TestFreelancer) {
  const checkout: object = await callApi(server, person, billing.checkout, { plan: 'pro' })
  await submitStripePage((checkout as { url: string }).url, { card: '4242 4242 4242 4242' })
  await callApi(server, person, billing.refresh, {})
}

/** Does what the buttons of the simulator's overview do. */
async function advanceStripeClock(server: Server, days: number) {
  await submitStripePage(`${server.developmentPages}/stripe/clock`, { days: `${days}` })
}

async function submitStripePage(url: string, form: Record<string, string>) {
  const reply = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  })
  expect(reply.status).toBe(303)
}
