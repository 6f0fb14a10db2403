import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

// The first call is refused, so that it is repeated.
test.use({ expectedConsoleErrors: [/status of 403/] })

const { generate } = createRequire(new URL('../apps/server/package.json', import.meta.url))('otplib')

test('a member sets up an app and a passkey, and logs in with a code, a recovery code and the passkey', async ({
  given,
  visit,
  server,
}) => {
  const ada = await given.freelancer()
  await server.ctx.db
    .updateTable('session')
    .set({ confirmed_at: null })
    .where('freelancer_id', '=', ada.id)
    .execute()
  const page = await visit('/settings/security', { as: ada })
  await addVirtualAuthenticator(page)

  // What makes an account less safe asks for the password first, and then goes on by itself.
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirmation.getByLabel('Password').fill(ada.password)
  await page.keyboard.press('Enter')

  const setUp = page.getByRole('dialog', { name: 'Set up your app' })
  const secret = (await setUp.locator('.app-key').innerText()).replaceAll(' ', '')
  const codeInSeconds = async (seconds: number): Promise<string> =>
    generate({ secret, epoch: Math.floor(Date.now() / 1_000) + seconds })
  await setUp.getByLabel('Code', { exact: true }).fill(await codeInSeconds(0))
  await setUp.getByRole('button', { name: 'Confirm' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const [recoveryCode = ''] = await codes.getByRole('listitem').allInnerTexts()
  await codes.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 of 10 left')).toBeVisible()

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('MacBook Air')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passkey, MacBook Air')).toBeVisible()

  await logOut(page)
  await logIn(page, ada)
  await page.getByLabel('Code', { exact: true }).fill(await codeInSeconds(30))
  await page.keyboard.press('Enter')
  await expect(dashboard(page)).toBeVisible()

  await logOut(page)
  await logIn(page, ada)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.keyboard.press('Enter')
  await expect(dashboard(page)).toBeVisible()

  await logOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(dashboard(page)).toBeVisible()
})

const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' })

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
}

/** To the login page. */
async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeFocused()
}

/** A device that shows who holds it without being touched. */
async function addVirtualAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
