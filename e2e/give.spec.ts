import { randomBytes } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { writeVideo } from './sample-files.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('a guest gives files by the client’s link in another browser, until the link is revoked', async ({
  given,
  visit,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 404/)
  const maya = await given.client(await given.freelancer({ name: 'Ada Marsh' }))
  const project = await given.project(maya)
  await given.requests(maya.freelancer, project, ['Photo of the shopfront'])
  const clients = await visit(`/client-dashboard/projects/${project.id}/requests`, { as: maya, ...phone })

  await clients.getByRole('button', { name: 'Ask somebody else' }).tap()
  const dialog = clients.getByRole('dialog', { name: 'Ask somebody else' })
  await dialog.getByRole('textbox', { name: /Who is it for/ }).fill('For Sam')
  await dialog.getByRole('textbox', { name: /Message to them/ }).fill('The one with the new sign.')
  await dialog.getByRole('button', { name: 'Make a link' }).tap()
  await expect(dialog.getByRole('button', { name: 'Copy Link' })).toBeFocused()
  await expect(dialog.getByText(/Made by you .* Not used yet/)).toBeVisible()
  const { pathname } = new URL(await dialog.getByRole('textbox', { name: 'Link' }).inputValue())
  await expectNoViolations(clients)
  await dialog.getByRole('button', { name: 'Close' }).tap()

  // With scripts: a small file and one that goes in pieces.
  const sam = await visit(pathname, phone)
  const scripts: string[] = []
  sam.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await expect(sam).toHaveTitle('Portico | For Ada Marsh')
  await expect(sam.getByText(/^Maya of .* asks you for this\. It goes to Ada Marsh\.$/)).toBeVisible()
  await expect(sam.getByText('The one with the new sign.')).toBeVisible()
  await sam.getByRole('textbox', { name: 'Your name' }).fill('Sam')
  expect(scripts, 'none before something is chosen').toEqual([])
  await sam.getByLabel('Files', { exact: true }).evaluate(chooseFiles, 201)
  const chosen = sam.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
  await expect(chosen).toHaveCount(201)
  await sam.getByRole('button', { name: 'Send to Ada' }).tap()
  await expect(sam.getByRole('alert')).toContainText('You can send 200 files with this link.')
  await sam.reload()
  await sam.getByRole('textbox', { name: 'Your name' }).fill('Sam')
  await sam
    .getByLabel('Files', { exact: true })
    .setInputFiles({ name: 'small.jpg', mimeType: 'image/jpeg', buffer: randomBytes(1_000) })
  await dropFile(sam.getByRole('heading', { level: 1 }), 'wrong.jpg')
  await expect(chosen).toHaveCount(2)
  await sam.getByLabel('Files', { exact: true }).setInputFiles((await writeVideo('large.tif', 9)).path)
  await sam.getByRole('button', { name: 'Remove wrong.jpg' }).tap()
  await expect(chosen).toHaveCount(2)
  await expectNoViolations(sam)
  await sam.getByRole('button', { name: 'Send to Ada' }).tap()
  await expect(sam.getByRole('heading', { name: 'Thank you, Sam.' })).toBeFocused()
  await expect(sam.getByRole('main')).toContainText('2 files (small.jpg and large.tif)')
  await expect(sam.getByRole('main')).toContainText('you can close this page')
  await expectNoViolations(sam)
  expect(await sam.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])).toEqual([
    '',
    0,
    0,
  ])

  // Without: the browser sends the form.
  const kim = await visit(pathname, { ...phone, javaScriptEnabled: false })
  await kim.getByRole('textbox', { name: 'Your name' }).fill('Kim')
  await kim
    .getByLabel('Files', { exact: true })
    .setInputFiles({ name: 'kim.jpg', mimeType: 'image/jpeg', buffer: randomBytes(10) })
  await kim.getByRole('button', { name: 'Send to Ada' }).tap()
  await expect(kim.getByRole('heading', { name: 'Thank you, Kim.' })).toBeVisible()

  // Both sides see who gave them; the freelancer revokes the link.
  await expect(clients.getByText('Sam (asked by Maya)').first()).toBeVisible()
  const freelancers = await visit(`/projects/${project.id}/requests`, { as: maya.freelancer })
  await expect(freelancers.getByText('Sam (asked by Maya)')).toHaveCount(2)
  await expect(freelancers.getByText('Kim (asked by Maya)')).toBeVisible()
  await freelancers.getByRole('button', { name: 'More for Photo of the shopfront' }).click()
  await freelancers.getByRole('menuitem', { name: 'Ask somebody else' }).click()
  const links = freelancers.getByRole('dialog').getByRole('region', { name: 'Links' })
  await expect(links).toContainText('Used 3 times')
  await links.getByRole('button', { name: 'Revoke For Sam' }).press('Enter')
  await expect(links).toBeHidden()
  await expect(freelancers.getByRole('textbox', { name: /Who is it for/ })).toBeFocused()

  await sam.getByRole('link', { name: 'Send another' }).tap()
  await expect(sam.getByRole('heading')).toHaveText('This link no longer works.')
  await expectNoViolations(sam)
})

async function dropFile(target: Locator, name: string) {
  const isHeld = await target.evaluate((element, fileName) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['1'], fileName))
    return !element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, name)
  expect(isHeld, 'the browser does not open the file').toBe(true)
}

/** Runs in the page. */
function chooseFiles(element: Element, count: number) {
  const input = element as HTMLInputElement
  const transfer = new DataTransfer()
  for (let n = 1; n <= count; n++) transfer.items.add(new File(['x'], `${n}.jpg`))
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
