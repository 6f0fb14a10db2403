import { expect, test } from './fixtures.ts'

test('an edited project is shown to its client with all line breaks', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const { id } = await given.project(maya)
  const page = await visit(`/projects/${id}`, { as: ada })

  await page.getByRole('button', { name: 'Edit Project' }).click()
  const panel = page.getByRole('dialog', { name: 'Edit project' })
  await expect(panel.getByLabel('Title')).toBeFocused()
  await expect(panel.getByRole('button', { name: 'Update Project' })).toBeDisabled()
  await panel.getByLabel('Title').fill('Summer menu')
  await panel.getByLabel('Description').fill('Two sizes:\n\n- A4\n- A5')
  await panel.getByRole('button', { name: 'Update Project' }).click()

  await expect(page.getByText('Project updated successfully')).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Summer menu')
  await expect(page.getByRole('button', { name: 'Edit Project' })).toBeFocused()

  await page.evaluate((token) => localStorage.setItem('clientToken', token), maya.token)
  await page.goto(`/client-dashboard/projects/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Summer menu')
  await expect(page.getByText('Two sizes:')).toHaveText('Two sizes:\n\n- A4\n- A5', {
    useInnerText: true,
  })
})

test.describe('the access of a client', () => {
  // The server refuses the ended session and the old link.
  test.use({ expectedConsoleErrors: [/401|NOT_SIGNED_IN/] })

  test('is reset: the old link and session end, and the new link opens the page they were on, with the typed text', async ({
    given,
    visit,
    server,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const { id } = await given.project(maya)
    const elsewhere = await visit(`/client-dashboard/projects/${id}`, { as: maya })
    await elsewhere.getByLabel('Leave Feedback').fill('Half a thou')
    const page = await visit(`/clients/${maya.id}`, { as: ada })

    await page.getByRole('button', { name: 'Reset Access' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset Access' }).click()
    const panel = page.getByRole('dialog', { name: 'Access reset' })
    await expect(panel.getByText('Only this link works now.')).toBeFocused()
    const fresh = await panel.getByLabel('Login link').inputValue()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(page.getByRole('button', { name: 'Reset Access' })).toBeFocused()

    await expect(elsewhere.getByText('Your session has ended')).toBeVisible()
    await expect(elsewhere).toHaveURL(/\/client-login$/)
    await elsewhere.goto(onOrigin(maya.loginUrl, server.url))
    await expect(elsewhere.getByText('This login link has expired or is not valid.')).toBeVisible()
    await elsewhere.goto(onOrigin(fresh, server.url))
    await expect(elsewhere).toHaveURL(new RegExp(`/client-dashboard/projects/${id}$`))
    await expect(elsewhere.getByLabel('Leave Feedback')).toHaveValue('Half a thou')

    await expect(page.getByText('Link last opened').locator('..')).toHaveText(/just now|ago/)
  })
})

/** The link on the address of the test server. */
function onOrigin(link: string, origin: string) {
  const { pathname, search } = new URL(link)
  return `${origin}${pathname}${search}`
}
