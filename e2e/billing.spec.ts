import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Server } from './server.ts'

test('follows a subscription from the trial through renewal and a failed payment to its recovery', async ({
  server,
  given,
  visit,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  const page = await visit('/', { as: ada })

  await buy(page, 'Pro', 'Card succeeds')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect(
    page.getByText(
      /Nothing was charged: your trial runs until .+ You are on Pro\. Five clients and live chat\./,
    ),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(
    page.getByText(/Your free trial of Pro runs until .+ Your card is charged £8 that day/),
  ).toBeVisible()
  await expect(getTile(page, 'Plan')).toHaveText('Pro')
  await expect(getTile(page, 'Status')).toHaveText('ACTIVE')

  await advanceStripeClock(server, 8)
  await expect(page.getByText(/Your free trial of Pro/)).toBeHidden()
  await page.goto('/settings')
  const paid = await page.getByText(/The next payment is on/).textContent()
  await advanceStripeClock(server, 31)
  await expect(page.getByText(/The next payment is on/)).not.toHaveText(paid ?? '')

  await page.getByRole('button', { name: 'Card and invoices' }).click()
  await page.getByLabel(/Card fails at renewal/).check()
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect(page.getByText('Visa ending in 0341.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Portico' }).click()
  await expect(getTile(page, 'Status')).toHaveText('ACTIVE')
  await advanceStripeClock(server, 31)
  await expect(getTile(page, 'Status')).toHaveText('PAST_DUE')
  await expect(getTile(page, 'Plan')).toHaveText('Pro')

  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.getByLabel(/Card succeeds/).check()
  await page.getByRole('button', { name: 'Save card' }).click()
  await page.getByRole('button', { name: 'Pay £8.00' }).click()
  await expect(page.getByRole('button', { name: 'Pay £8.00' })).toBeHidden()
  await page.getByRole('link', { name: 'Back to Portico' }).click()
  await expect(getTile(page, 'Status')).toHaveText('ACTIVE')
})

test('returns to Free after the last failed payment, and keeps all clients', async ({
  server,
  given,
  visit,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  const page = await visit('/', { as: ada })
  await buy(page, 'Starter', 'Card fails at renewal')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await given.client(ada)
  await given.client(ada, { firstName: 'Tom' })
  await page.goto('/')

  await advanceStripeClock(server, 8)
  await expect(page.getByRole('alert').filter({ hasText: 'Your last payment failed.' })).toBeVisible()
  await advanceStripeClock(server, 16)

  await expect(getTile(page, 'Plan')).toHaveText('Free')
  await expect(getTile(page, 'Clients Used')).toHaveText('2/ 1')
  await expect(page.getByRole('alert').filter({ hasText: 'failed' })).toBeHidden()

  const why = page.getByText(/Your Starter plan ended on \d+ \w+ \d{4} because the payment failed\./)
  await expect(why).toBeVisible()
  await page.getByRole('link', { name: 'Choose a plan' }).click()
  await expect(page.getByRole('dialog').getByText(/because the payment failed\./)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(why).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeFocused()
  await page.reload()
  await expect(getTile(page, 'Plan')).toHaveText('Free')
  await expect(why).toBeHidden()
  await page.goto('/settings')
  await expect(why).toBeVisible()

  await page.goto('/')
  await openAndSelectPlan(page, 'Pro')
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await page.getByLabel('Card succeeds').check()
  await page.getByRole('button', { name: 'Pay £8.00 and subscribe' }).click()
  await expect(page.getByText(/You are on Pro\./)).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByText(/The next payment is on/)).toBeVisible()
  await expect(page.getByText(/ended on/)).toBeHidden()
})

test('ends a trial without a card in Free, with a warning before and the reason afterwards', async ({
  server,
  given,
  visit,
}) => {
  const [ada, ben] = [await given.freelancer({ plan: 'free' }), await given.freelancer({ plan: 'free' })]
  const [page, other] = [await visit('/', { as: ada }), await visit('/', { as: ben })]
  for (const each of [page, other]) {
    await buy(each, 'Pro', 'No card')
    await each.getByRole('link', { name: 'Go to the dashboard' }).click()
    await expect(each.getByText(/There is no card yet\. Add one to go on with Pro for £8/)).toBeVisible()
  }

  await page.getByRole('button', { name: 'Add a card' }).click()
  await page.getByLabel(/Card succeeds/).check()
  await page.getByRole('button', { name: 'Save card' }).click()
  await page.getByRole('link', { name: 'Back to Portico' }).click()
  await expect(page.getByText(/Your card is charged £8 that day/)).toBeVisible()
  await advanceStripeClock(server, 8)

  await expect(other.getByText(/Your free trial of Pro ended on .+, and there was no card/)).toBeVisible()
  await expect(getTile(other, 'Plan')).toHaveText('Free')
  await expect(page.getByText(/free trial/)).toBeHidden()
  await expect(getTile(page, 'Plan')).toHaveText('Pro')
})

test('changes nothing after a declined card or a cancelled checkout', async ({ given, visit }) => {
  const page = await visit('/', { as: await given.freelancer({ plan: 'free' }) })

  await buy(page, 'Pro', 'Card is declined')
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel and go back' }).click()

  await expect(page.getByRole('heading', { name: 'Checkout Cancelled' })).toBeVisible()
  await expect(page.getByText('No changes were made to your subscription.')).toBeVisible()
  await page.getByRole('link', { name: 'See the plans again' }).click()
  await expect(page.getByRole('radio', { name: 'Free', exact: true })).toBeChecked()
})

test('changes one subscription between plans, and shows each price before it is confirmed', async ({
  server,
  given,
  visit,
}) => {
  const page = await visit('/', { as: await given.freelancer({ plan: 'free' }) })
  await buy(page, 'Pro', 'Card succeeds')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await advanceStripeClock(server, 20)
  await page.goto('/')

  await openAndSelectPlan(page, 'Enterprise')
  const priceText = page.getByText(/today, worked out to the day/)
  const [price = ''] = /£\d\.\d\d/.exec((await priceText.textContent()) ?? '') ?? []
  await page.getByRole('button', { name: 'Change to Enterprise' }).click()
  await expect(page.getByRole('definition').filter({ hasText: price }).last()).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/You are on Enterprise\. Ten clients/)).toBeVisible()

  await page.goto('/')
  await openAndSelectPlan(page, 'Starter')
  await page.getByRole('button', { name: 'Change to Starter' }).click()
  await page.getByRole('radio', { name: /^Now/ }).check()
  await expect(page.getByText(/Nothing to pay now: £\d+\.\d\d that you have paid already/)).toBeVisible()
  await page.getByRole('button', { name: 'Change to Starter' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/You are on Starter\. Three clients/)).toBeVisible()
})

test('schedules a smaller plan for the end of the period, undoes it, and changes on the date', async ({
  server,
  given,
  visit,
}) => {
  const page = await visit('/', { as: await given.freelancer({ plan: 'free' }) })
  await buy(page, 'Pro', 'Card succeeds')
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  const toCome = page.getByText(/Pro changes to Starter on \d+ \w+ \d{4}, for £5 a month/)

  await later()
  await expect(toCome).toBeVisible()
  await page.getByRole('button', { name: 'Keep Pro' }).press('Enter')
  await expect(toCome).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeFocused()

  await later()
  await expect(toCome).toBeVisible()
  await expect(getTile(page, 'Plan')).toHaveText('Pro')
  await advanceStripeClock(server, 8)
  await expect(getTile(page, 'Plan')).toHaveText('Starter')
  await expect(toCome).toBeHidden()

  async function later() {
    await openAndSelectPlan(page, 'Starter')
    await page.getByRole('button', { name: 'Change to Starter' }).click()
    await expect(page.getByText('Nothing is deleted. This is what will be different.')).toBeVisible()
    await expect(page.getByRole('radio', { name: /^At the end, on/ })).toBeChecked()
    await page.getByRole('button', { name: 'Change to Starter' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

test('schedules a cancellation, undoes it, and ends on the date', async ({ server, given, visit }) => {
  const page = await visit('/', { as: await given.freelancer({ plan: 'free' }) })
  await buy(page, 'Pro', 'Card succeeds')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()

  await page.goto('/cancel-subscription')
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(page.getByText('Subscription canceled successfully')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByText(/Pro ends on \d+ \w+ \d{4}\. Until then everything works/)).toBeVisible()
  await page.getByRole('button', { name: 'Keep Subscription' }).click()
  await expect(page.getByText(/Pro ends on/)).toBeHidden()

  await page.goto('/cancel-subscription')
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(page.getByRole('heading', { name: 'Your subscription ends' })).toBeVisible()
  await page.goto('/')
  await expect(getTile(page, 'Plan')).toHaveText('Pro')
  await advanceStripeClock(server, 8)
  await expect(getTile(page, 'Plan')).toHaveText('Free')
  await expect(page.getByText(/Your Pro plan ended on .+, as you had chosen\./)).toBeVisible()
})

test('switches to Free at once by keyboard after listing what changes, and keeps all clients', async ({
  given,
  visit,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  // At this width the sidebar shows icons alone.
  const viewport = { width: 800, height: 900 }
  const page = await visit('/', { as: ada, viewport })
  await buy(page, 'Pro', 'No card')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expectNoViolationsAtBothWidths(page)
  await page.setViewportSize(viewport)
  await given.client(ada)
  await given.client(ada, { firstName: 'Tom', lastName: 'Okafor' })
  await page.goto('/clients')

  await openAndSelectPlan(page, 'Free')
  await page.getByRole('button', { name: 'Change to Free' }).press('Enter')
  await expect(page.getByText('You will lose access to premium features.')).toBeVisible()
  await expect(page.getByText(/Ends with Maya Whitcombe and Tom Okafor/)).toBeVisible()
  await expectNoViolationsAtBothWidths(page)
  await page.getByRole('radio', { name: /^Now/ }).press('Space')
  await page.getByRole('button', { name: 'Switch to Free' }).press('Enter')

  await expect(page.getByText('Successfully switched to Free Plan')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('Tom Okafor', { exact: true })).toBeVisible()
  await expect(page.getByText('Free holds one client and you have 2.')).toBeVisible()
  await page.goto('/')
  await expect(getTile(page, 'Plan')).toHaveText('Free')
  await expect(page.getByText(/plan ended/)).toBeHidden()
})

test('shows no success to somebody who opens the success page without paying', async ({ given, visit }) => {
  const page = await visit('/billing-success?session_id=cs_fake', {
    as: await given.freelancer({ plan: 'free' }),
  })

  await expect(page.getByText('Waiting for Stripe to confirm your payment.')).toBeVisible()
  await expect(page).toHaveTitle('Portico | One moment')
  await page.goto('/')

  await expect(getTile(page, 'Plan')).toHaveText('Free')
})

test('asks for a login before a cancellation, and returns to it', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const page = await visit('/cancel-subscription')

  await page.getByRole('link', { name: 'Log In' }).click()
  await page.getByLabel('Email').fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('button', { name: /log in/i }).click()

  await expect(page).toHaveURL(/\/cancel-subscription$/)
  await expect(page.getByRole('heading', { name: 'There is nothing to cancel' })).toBeVisible()
})

test('can buy a plan by keyboard, without accessibility violations', async ({ given, visit }) => {
  const page = await visit('/?plans', { as: await given.freelancer({ plan: 'free' }) })

  await expect(page.getByRole('radio', { name: 'Free', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Pro' })).toBeChecked()
  await expect(page.getByText(/The first 7 days are free/)).toBeVisible()
  await expectNoViolationsAtBothWidths(page)
  await page.getByRole('button', { name: 'Continue to checkout' }).press('Enter')
  await page.waitForURL(/\/dev\/stripe\/checkout\//)
  await expectNoViolationsAtBothWidths(page)
  await page.getByRole('button', { name: 'Start trial' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expectNoViolationsAtBothWidths(page)
})

test('can cancel and keep a subscription by keyboard, without accessibility violations', async ({
  given,
  visit,
}) => {
  const page = await visit('/?plans', { as: await given.freelancer({ plan: 'free' }) })
  await startProTrial(page)

  await page.goto('/cancel-subscription')
  await expect(page.getByRole('heading', { name: 'Cancel Subscription?' })).toBeVisible()
  await expectNoViolationsAtBothWidths(page)
  await page.getByRole('button', { name: 'Cancel Subscription' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Your subscription ends' })).toBeFocused()
  await page.getByRole('button', { name: 'Keep Subscription' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Cancel Subscription?' })).toBeFocused()
})

test('has no accessibility violations on the other billing pages', async ({ given, visit }) => {
  const page = await visit('/billing-cancelled', { as: await given.freelancer() })
  for (const path of ['/billing-cancelled', '/dev/stripe']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoViolationsAtBothWidths(page)
  }
})

async function expectNoViolationsAtBothWidths(page: Page) {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoViolations(page)
  }
}

/** Starts a trial without a card, by keyboard. */
async function startProTrial(page: Page) {
  await selectPlan(page, 'Pro')
  await page.getByRole('button', { name: 'Continue to checkout' }).press('Enter')
  await page.getByRole('button', { name: 'Start trial' }).press('Enter')
  await page.getByRole('link', { name: 'Go to the dashboard' }).press('Enter')
  await expect(page.getByText(/There is no card yet/)).toBeVisible()
}

async function buy(page: Page, plan: string, outcome: string) {
  await openAndSelectPlan(page, plan)
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await expect(page.getByText('TEST MODE')).toBeVisible()
  await page.getByLabel(outcome).check()
  await page.getByRole('button', { name: 'Start trial' }).click()
}

/** Opens the plans from the sidebar. */
async function openAndSelectPlan(page: Page, plan: string) {
  const link = page.getByRole('complementary').getByRole('link', { name: /^(Upgrade|Change plan)$/ })
  await expect.poll(async () => (await link.boundingBox())?.width, 'the link is visible').toBeGreaterThan(24)
  await link.click()
  await selectPlan(page, plan)
}

async function selectPlan(page: Page, plan: string) {
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
  await page.getByRole('radio', { name: plan, exact: true }).check()
}

function getTile(page: Page, name: string) {
  return page
    .locator('.strip > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
}

/** Does what the buttons of /dev/stripe do. */
async function advanceStripeClock(server: Server, days: number) {
  const reply = await fetch(`${server.url}/dev/stripe/clock`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `days=${days}`,
  })
  expect(reply.status).toBe(303)
}
