import { readFile, writeFile } from 'node:fs/promises'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { createPdf } from './sample-files.ts'
import { waitUntilHydrated } from './wait-until-hydrated.ts'

const desktop = { width: 1440, height: 900 }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
/** A4 at 96 dots to the inch, without the margins of 14 mm. */
const PRINTED_HEIGHT = Math.floor(((297 - 28) / 25.4) * 96)

test('a version is approved with a code on a phone, and its receipt is printed, checked, and refused once altered', async ({
  given,
  visit,
  emails,
}, testInfo) => {
  const maya = await given.client(await given.freelancer(), { firstName: 'Maya', lastName: 'Whitcombe' })
  const ada = maya.freelancer
  const project = await given.project(maya)
  // Its page only stands in for a form, which the viewer does not show.
  const bytes = createPdf(['Breads'], {
    catalog: '/AcroForm<</Fields[]/XFA 4 0 R>>',
    objects: '4 0 obj<</Length 6>>stream\n<form>\nendstream endobj',
  })
  const file = await given.file(ada, project, { name: 'menu.pdf', type: 'application/pdf', bytes })
  const freelancers = await visit(`/files/${file.id}`, { as: ada, viewport: desktop })
  await freelancers.getByRole('button', { name: 'Ask for approval' }).press('Enter')
  await freelancers.getByLabel('Message').fill('Ready to print?')
  await freelancers.getByLabel('Ask for a code by email').check()
  await freelancers.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).press('Enter')
  await expect(freelancers.getByText('In review, round 1')).toBeVisible()
  await expectNoViolations(freelancers)

  const clients = await visit(`/client-dashboard/projects/${project.id}`, { as: maya, ...phone })
  await clients.getByRole('link', { name: 'Look at it: menu.pdf' }).click()
  await expect(clients.getByText(/ asks for your approval$/)).toBeVisible()
  await expect(clients.getByText(/^The viewer does not show the form/)).toBeVisible()
  await expectNoViolations(clients)
  await clients.getByRole('button', { name: 'Approve', exact: true }).press('Enter')
  const dialog = clients.getByRole('alertdialog', { name: 'Enter the code' })
  await expect(dialog.getByRole('button', { name: 'Not yet' })).toBeFocused()
  await expect(dialog.getByText(/^The viewer does not show the form/)).toBeVisible()
  await expectNoViolations(clients)
  const [email] = await emails(maya.email, 'here is your code')
  const code = /^\d{6}$/m.exec(email?.text ?? '')?.[0] ?? ''
  const approve = dialog.getByRole('button', { name: 'Approve version 1' })
  await expect(approve).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Code' }).focus()
  await clients.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`)
  await clients.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await approve.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(freelancers.getByText('Approved, round 1')).toBeVisible()

  await freelancers.goto(`/projects/${project.id}`)
  await freelancers.getByRole('link', { name: 'Receipt 1' }).press('Enter')
  await expect(freelancers.getByText('A code sent to their address')).toBeVisible()
  await expectNoViolations(freelancers)
  await clients.getByRole('link', { name: 'Receipt' }).press('Enter')
  await expect(clients.getByRole('heading', { name: 'Receipt of approval' })).toBeVisible()
  await freelancers.emulateMedia({ media: 'print' })
  await freelancers.setViewportSize({ width: 688, height: PRINTED_HEIGHT })
  const height = await freelancers.evaluate(() => document.documentElement.scrollHeight)
  expect(height, 'fits one page').toBeLessThanOrEqual(PRINTED_HEIGHT)
  await freelancers.emulateMedia({ media: 'screen' })
  const started = freelancers.waitForEvent('download')
  await freelancers.getByRole('button', { name: 'Download', exact: true }).press('Enter')
  const path = testInfo.outputPath('receipt.json')
  await (await started).saveAs(path)

  await clients.goto('/verify')
  await waitUntilHydrated(clients)
  const menu = { name: 'menu.pdf', mimeType: 'application/pdf', buffer: bytes }
  await clients.getByLabel('The approved file').setInputFiles(menu)
  await clients.getByLabel('The receipt').setInputFiles(path)
  await expect(clients.getByRole('heading', { name: 'Signed by this portal and unchanged' })).toBeVisible()
  await expect(clients.getByRole('status')).toContainText('and the file is the one that was approved')
  await expect(clients.getByText('None. It is the newest of its project.')).toBeVisible()
  await expectNoViolations(clients)
  await writeFile(path, (await readFile(path, 'utf8')).replace('Whitcombe', 'Whitcomb'))
  await clients.getByRole('button', { name: 'Check another' }).press('Enter')
  await clients.getByLabel('The receipt').setInputFiles(path)
  await expect(clients.getByRole('alert')).toContainText('Altered')
  await expectNoViolations(clients)
})
