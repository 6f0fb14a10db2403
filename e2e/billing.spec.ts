import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Server } from './server.ts'

test('free, trial, paid, renewed, failed, past due, and paid again', async ({ server, given, visit }) => {
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
  await expect(tile(page, 'Plan')).toHaveText('Pro')
  await expect(tile(page, 'Status')).toHaveText('ACTIVE')

  await daysPass(server, 8)
  await expect(page.getByText(/Your free trial of Pro/)).toBeHidden()
  await page.goto('/settings')
  const paid = await page.getByText(/The next payment is on/).textContent()
  await daysPass(server, 31)
  await expect(page.getByText(/The next payment is on/)).not.toHaveText(paid ?? '')

  await page.getByRole('button', { name: 'Card and invoices' }).click()
  await page.getByLabel(/Card fails at renewal/).check()
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect(page.getByText('Visa ending in 0341.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Portico' }).click()
  await expect(tile(page, 'Status')).toHaveText('ACTIVE')
  await daysPass(server, 31)
  await expect(tile(page, 'Status')).toHaveText('PAST_DUE')
  await expect(tile(page, 'Plan')).toHaveText('Pro')

  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.getByLabel(/Card succeeds/).check()
  await page.getByRole('button', { name: 'Save card' }).click()
  await page.getByRole('button', { name: 'Pay £8.00' }).click()
  await expect(page.getByRole('button', { name: 'Pay £8.00' })).toBeHidden()
  await page.getByRole('link', { name: 'Back to Portico' }).click()
  await expect(tile(page, 'Status')).toHaveText('ACTIVE')
})

test('a payment that fails for good ends in Free, and nobody is lost', async ({ server, given, visit }) => {
  const ada = await given.freelancer({ plan: 'free' })
  const page = await visit('/', { as: ada })
  await buy(page, 'Starter', 'Card fails at renewal')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await given.client(ada)
  await given.client(ada, { firstName: 'Tom' })
  await page.goto('/')

  await daysPass(server, 8)
  await expect(page.getByRole('alert').filter({ hasText: 'Your last payment failed.' })).toBeVisible()
  await daysPass(server, 16)

  await expect(tile(page, 'Plan')).toHaveText('Free')
  await expect(tile(page, 'Clients Used')).toHaveText('2/ 1')
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
  await expect(tile(page, 'Plan')).toHaveText('Free')
  await expect(why).toBeHidden()
  await page.goto('/settings')
  await expect(why).toBeVisible()

  await page.goto('/')
  await choose(page, 'Pro')
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await page.getByLabel('Card succeeds').check()
  await page.getByRole('button', { name: 'Pay £8.00 and subscribe' }).click()
  await expect(page.getByText(/You are on Pro\./)).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByText(/The next payment is on/)).toBeVisible()
  await expect(page.getByText(/ended on/)).toBeHidden()
})

test('a trial without a card says what comes of it, takes one, and ends with a reason where none came', async ({
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
  await daysPass(server, 8)

  await expect(other.getByText(/Your free trial of Pro ended on .+, and there was no card/)).toBeVisible()
  await expect(tile(other, 'Plan')).toHaveText('Free')
  await expect(page.getByText(/free trial/)).toBeHidden()
  await expect(tile(page, 'Plan')).toHaveText('Pro')
})

test('a card that is declined buys nothing, and turning back is no harm', async ({ given, visit }) => {
  const page = await visit('/', { as: await given.freelancer({ plan: 'free' }) })

  await buy(page, 'Pro', 'Card is declined')
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel and go back' }).click()

  await expect(page.getByRole('heading', { name: 'Checkout Cancelled' })).toBeVisible()
  await expect(page.getByText('No changes were made to your subscription.')).toBeVisible()
  await page.getByRole('link', { name: 'See the plans again' }).click()
  await expect(page.getByRole('radio', { name: 'Free' })).toBeChecked()
})

test('Pro, Enterprise, Starter: one subscription, each price shown before it is confirmed', async ({
  server,
  given,
  visit,
}) => {
  const page = await visit('/', { as: await given.freelancer({ plan: 'free' }) })
  await buy(page, 'Pro', 'Card succeeds')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await daysPass(server, 20)
  await page.goto('/')

  await choose(page, 'Enterprise')
  const said = page.getByText(/today, worked out to the day/)
  const [price = ''] = /£\d\.\d\d/.exec((await said.textContent()) ?? '') ?? []
  await page.getByRole('button', { name: 'Change to Enterprise' }).click()
  await expect(page.getByRole('definition').filter({ hasText: price }).last()).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/You are on Enterprise\. Ten clients/)).toBeVisible()

  await page.goto('/')
  await choose(page, 'Starter')
  await page.getByRole('button', { name: 'Change to Starter' }).click()
  await page.getByRole('radio', { name: /^Now/ }).check()
  await expect(page.getByText(/Nothing to pay now: £\d+\.\d\d that you have paid already/)).toBeVisible()
  await page.getByRole('button', { name: 'Change to Starter' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/You are on Starter\. Three clients/)).toBeVisible()
})

test('a smaller plan for the end of the period is shown with its date, taken back, made again, and comes', async ({
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
  await expect(tile(page, 'Plan')).toHaveText('Pro')
  await daysPass(server, 8)
  await expect(tile(page, 'Plan')).toHaveText('Starter')
  await expect(toCome).toBeHidden()

  async function later() {
    await choose(page, 'Starter')
    await page.getByRole('button', { name: 'Change to Starter' }).click()
    await expect(page.getByText('Nothing is deleted. This is what will be different.')).toBeVisible()
    await expect(page.getByRole('radio', { name: /^At the end, on/ })).toBeChecked()
    await page.getByRole('button', { name: 'Change to Starter' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

test('a cancellation is shown with its date, taken back, made again, and comes', async ({
  server,
  given,
  visit,
}) => {
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
  await expect(tile(page, 'Plan')).toHaveText('Pro')
  await daysPass(server, 8)
  await expect(tile(page, 'Plan')).toHaveText('Free')
  await expect(page.getByText(/Your Pro plan ended on .+, as you had chosen\./)).toBeVisible()
})

test('back to Free at once: what will be different is named first, and everybody stays', async ({
  given,
  visit,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  // Where the sidebar is a rail.
  const page = await visit('/', { as: ada, viewport: { width: 800, height: 900 } })
  await buy(page, 'Pro', 'No card')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await given.client(ada)
  await given.client(ada, { firstName: 'Tom', lastName: 'Okafor' })
  await page.goto('/clients')

  await choose(page, 'Free')
  await page.getByRole('button', { name: 'Change to Free' }).click()
  await expect(page.getByText('You will lose access to premium features.')).toBeVisible()
  await expect(page.getByText(/Ends with Maya Whitcombe and Tom Okafor/)).toBeVisible()
  await page.getByRole('radio', { name: /^Now/ }).check()
  await page.getByRole('button', { name: 'Switch to Free' }).click()

  await expect(page.getByText('Successfully switched to Free Plan')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('Tom Okafor')).toBeVisible()
  await expect(page.getByText('Free holds one client and you have 2.')).toBeVisible()
  await page.goto('/')
  await expect(tile(page, 'Plan')).toHaveText('Free')
  await expect(page.getByText(/plan ended/)).toBeHidden()
})

test('that somebody came to the page of success proves nothing', async ({ given, visit }) => {
  const page = await visit('/billing-success?session_id=cs_fake', {
    as: await given.freelancer({ plan: 'free' }),
  })

  await expect(page.getByText('Waiting for Stripe to confirm your payment.')).toBeVisible()
  await expect(page).toHaveTitle('Portico | One moment')
  await page.goto('/')

  await expect(tile(page, 'Plan')).toHaveText('Free')
})

test('signed out, the page of cancelling asks to log in and comes back', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const page = await visit('/cancel-subscription')

  await page.getByRole('link', { name: 'Log In' }).click()
  await page.getByLabel('Email').fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('button', { name: /log in/i }).click()

  await expect(page).toHaveURL(/\/cancel-subscription$/)
  await expect(page.getByRole('heading', { name: 'There is nothing to cancel' })).toBeVisible()
})

for (const width of [1440, 390]) {
  const viewport = { width, height: 900 }

  test(`a plan can be bought with a keyboard, and every step read aloud: ${width} px`, async ({
    given,
    visit,
  }) => {
    const page = await visit('/?plans', { as: await given.freelancer({ plan: 'free' }), viewport })

    await expect(page.getByRole('radio', { name: 'Free' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: 'Pro' })).toBeChecked()
    await expect(page.getByText(/The first 7 days are free/)).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Continue to checkout' }).press('Enter')
    await page.waitForURL(/\/dev\/stripe\/checkout\//)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Start trial' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
    await expectNoViolations(page)
  })

  test(`so can it be left for Free: ${width} px`, async ({ given, visit }) => {
    const ada = await given.freelancer({ plan: 'free' })
    await given.client(ada)
    const page = await visit('/?plans', { as: ada, viewport })
    await tryPro(page)
    await expectNoViolations(page)

    await page.goto('/?plans')
    await choosing(page, 'Free')
    await page.getByRole('button', { name: 'Change to Free' }).press('Enter')
    await expect(page.getByText('When?')).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test(`so can it be cancelled, and kept: ${width} px`, async ({ given, visit }) => {
    const page = await visit('/?plans', { as: await given.freelancer({ plan: 'free' }), viewport })
    await tryPro(page)

    await page.goto('/cancel-subscription')
    await expect(page.getByRole('heading', { name: 'Cancel Subscription?' })).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Cancel Subscription' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Your subscription ends' })).toBeFocused()
    await page.getByRole('button', { name: 'Keep Subscription' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Cancel Subscription?' })).toBeFocused()
  })

  test(`so can the pages beside: ${width} px`, async ({ given, visit }) => {
    const page = await visit('/billing-cancelled', { as: await given.freelancer(), viewport })
    for (const path of ['/billing-cancelled', '/dev/stripe']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoViolations(page)
    }
  })
}

/** Without a card, and with nothing but Enter. */
async function tryPro(page: Page) {
  await choosing(page, 'Pro')
  await page.getByRole('button', { name: 'Continue to checkout' }).press('Enter')
  await page.getByRole('button', { name: 'Start trial' }).press('Enter')
  await page.getByRole('link', { name: 'Go to the dashboard' }).press('Enter')
  await expect(page.getByText(/There is no card yet/)).toBeVisible()
}

async function buy(page: Page, plan: string, outcome: string) {
  await choose(page, plan)
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await expect(page.getByText('TEST MODE')).toBeVisible()
  await page.getByLabel(outcome).check()
  await page.getByRole('button', { name: 'Start trial' }).click()
}

/** Through the sidebar. */
async function choose(page: Page, plan: string) {
  const entry = page.getByRole('complementary').getByRole('link', { name: /^(Upgrade|Change plan)$/ })
  await expect.poll(async () => (await entry.boundingBox())?.width, 'it can be seen').toBeGreaterThan(24)
  await entry.click()
  await choosing(page, plan)
}

async function choosing(page: Page, plan: string) {
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
  await page.getByRole('radio', { name: plan }).check()
}

function tile(page: Page, name: string) {
  return page
    .locator('.strip > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
}

/** Moves Stripe's clock, as the buttons of /dev/stripe do. */
async function daysPass(server: Server, days: number) {
  const reply = await fetch(`${server.url}/dev/stripe/clock`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `days=${days}`,
  })
  expect(reply.status).toBe(303)
}
