import { expect, test } from './fixtures.ts'

test('shows the links of a signed-in person on public pages from the first paint, without React', async ({
  given,
  visit,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const greetings = [
    { as: ada, name: 'Go to your dashboard', at: /\/$/ },
    { as: maya, name: 'Go to your projects', at: /\/client-dashboard$/ },
  ]
  for (const { as, name, at } of greetings) {
    const page = await visit('/pricing', { as })
    const header = page.getByRole('banner')
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(header.getByRole('link', { name })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Get Started' })).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Log In' })).toHaveCount(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    expect(await page.evaluate(() => document.querySelectorAll('script[src]').length)).toBe(0)
    await header.getByRole('link', { name }).click()
    await expect(page).toHaveURL(at)
  }
  const stranger = await visit('/pricing')
  await expect(stranger.getByRole('banner').getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expect(stranger.getByRole('link', { name: /^Go to your/ })).toHaveCount(0)
})

test('opens the plan chosen on the pricing page after the registration', async ({ visit }) => {
  const page = await visit('/pricing')
  await page.getByRole('link', { name: 'Try Pro' }).click()
  await expect(page).toHaveURL('/register?plan=pro')

  for (const [name, href] of [
    ['Log in', '/login?plan=pro'],
    ['Create an account', '/register?plan=pro'],
  ] as const) {
    const link = page.getByRole('link', { name })
    // The prerendered link has no plan yet.
    await expect(link).toHaveAttribute('href', href)
    await link.click()
  }
  await page.reload()
  await page.getByLabel('Name').fill('Tom Ashby')
  await page.getByLabel('Email').fill(`tom.${Date.now()}@ashby.example`)
  await page.getByLabel('Password', { exact: true }).fill('a fine long password')
  await page.getByRole('button', { name: 'Register' }).click()

  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Pro' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/')
})

test('sends support messages from both areas, and links to them from the public form', async ({
  given,
  visit,
  emails,
}) => {
  const ada = await given.freelancer({ plan: 'enterprise' })
  const maya = await given.client(ada)

  const page = await visit('/support', { as: ada })
  await page.getByRole('link', { name: 'Write from your account' }).click()
  await expect(page).toHaveTitle('Portico | Support')
  await expect(page.getByLabel('Email')).toHaveValue(ada.email)
  await page.getByLabel('Message').fill('It does not print.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thank you.')).toBeVisible()
  const [sent] = await emails('portico@localhost', ada.id)
  expect(sent?.subject).toBe(`[Priority] Support: ${ada.name}`)

  const phone = await visit('/client-dashboard', { as: maya, viewport: { width: 320, height: 640 } })
  await phone.getByRole('link', { name: 'Support' }).click()
  await expect(phone.getByLabel('Email')).toHaveValue(maya.email)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await phone.getByRole('link', { name: 'terms' }).click()
  await expect(phone).toHaveTitle('Portico | Terms & Conditions')
})

test('uses the freelancer’s day as today, whatever the time zone of the browser', async ({
  given,
  visit,
}) => {
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())
  const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  // Two time zones that never have the same date.
  const dueDate = dayIn('Pacific/Kiritimati')
  for (const [timeZone, timezoneId, isOpen] of [
    [east, west, true],
    [west, east, false],
  ] as const) {
    const ada = await given.freelancer({ timeZone })
    const maya = await given.client(ada)
    const { id } = await given.project(maya, { dueDate, status: 'In Progress' })
    const page = await visit('/', { as: ada, timezoneId })

    await expect(
      page.locator('.date-row').getByText(isOpen ? 'today' : /^(tomorrow|in 2 days)$/),
    ).toBeVisible()
    await page.goto(`/projects/${id}`)
    const completed = page.getByRole('option', { name: 'Completed' })
    await expect(completed).toBeAttached()
    expect(await completed.isDisabled()).toBe(!isOpen)
    if (!isOpen) {
      await page.getByRole('button', { name: 'Set it to today' }).click()
      await expect(page.getByLabel('Due date')).toHaveValue(dayIn(timeZone))
    }
    await page.getByLabel('Status').selectOption('Completed')
    await page.getByRole('button', { name: 'Update Status' }).click()
    await expect(page.getByText('Project status updated successfully')).toBeVisible()
  }
})
