import { expect, test } from './fixtures.ts'

test('shows the links of a signed-in person on public pages from the first paint, without React', async ({
  given,
  visit,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const page = await visit('/pricing')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Go to your/ })).toHaveCount(0)

  // A freelancer who is a client too is greeted as a freelancer.
  for (const [key, token, name, at] of [
    ['clientToken', maya.token, 'Go to your projects', /\/client-dashboard$/],
    ['freelancerToken', ada.token, 'Go to your dashboard', /\/$/],
  ] as const) {
    await page.evaluate(([name, value]) => localStorage.setItem(name, value), [key, token] as const)
    await page.goto('/pricing')
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
})

test('links from the public support form to the one of the account, which sends a message', async ({
  given,
  visit,
  emails,
}) => {
  const ada = await given.freelancer({ plan: 'enterprise' })
  const page = await visit('/support', { as: ada })

  await page.getByRole('link', { name: 'Write from your account' }).click()
  await expect(page).toHaveTitle('Portico | Support')
  await expect(page.getByLabel('Email')).toHaveValue(ada.email)
  await page.getByLabel('Message').fill('It does not print.')
  await page.getByRole('button', { name: 'Send' }).click()

  await expect(page.getByText('Thank you.')).toBeVisible()
  const [sent] = await emails('portico@localhost', ada.id)
  expect(sent?.subject).toBe(`[Priority] Support: ${ada.name}`)
})
