import type { Locator, Page } from '@playwright/test'
import type { Given } from '../apps/server/test/given.ts'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { createPdf, createPicture, createTone, SVG_WITH_SCRIPT } from './sample-files.ts'

const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }

async function createProject(given: Given) {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  return { maya, id, clientPath: `/client-dashboard/projects/${id}`, freelancerPath: `/projects/${id}` }
}

const list = (page: Page) => page.getByRole('list', { name: 'Uploaded Files' })
const queue = (page: Page) => page.getByRole('list', { name: 'Uploading' })
const picker = (page: Page) => page.locator('input[type=file][multiple]')

test('files that one side chooses, drops, pastes or deletes appear and disappear on the other side', async ({
  given,
  visit,
}) => {
  const { maya, clientPath, freelancerPath } = await createProject(given)
  const [clientPage, freelancerPage] = [
    await visit(clientPath, { as: maya, viewport: phone }),
    await visit(freelancerPath, { as: maya.freelancer, viewport: desk }),
  ]
  await expect(freelancerPage.getByText('No files uploaded yet.')).toBeVisible()
  await expect(clientPage.getByText(/Any type, up to 1.GB each/)).toBeVisible()

  await picker(clientPage).setInputFiles([
    createPicture('counter.png', 'rust'),
    createPicture('door.png', 'blue'),
    { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: SVG_WITH_SCRIPT },
    { name: 'menu.pdf', mimeType: 'application/pdf', buffer: createPdf(['Spring menu']) },
    { name: 'no-video.mp4', mimeType: 'video/mp4', buffer: Buffer.from('No browser plays this.') },
  ])
  await expect(clientPage.getByText('File uploaded successfully!')).toBeVisible()
  await drop(freelancerPage, ['a.txt', 'b.txt'])
  await expect(list(freelancerPage).getByRole('listitem')).toHaveCount(7)
  await freelancerPage.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })

  for (const page of [clientPage, freelancerPage]) {
    for (const name of [
      'counter.png',
      'door.png',
      'logo.svg',
      'menu.pdf',
      'no-video.mp4',
      'a.txt',
      'b.txt',
      /^Pasted image .*\.png$/,
    ])
      await expect(list(page).getByText(name)).toBeVisible()
    // The browser of the uploader has drawn the first page of the PDF.
    await expect(list(page).locator('img')).toHaveCount(3)
    await expect(page.getByText('previews made by the uploader’s browser')).toBeVisible()
    await expect(queue(page)).toHaveCount(0)
  }
  await expectNoViolations(clientPage)
  const download = freelancerPage.waitForEvent('download')
  await freelancerPage.getByRole('button', { name: 'Download all' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)

  await freelancerPage.getByRole('button', { name: 'More for door.png' }).click()
  await expectNoViolations(freelancerPage)
  await freelancerPage.getByRole('menuitem', { name: 'Delete' }).click()
  await expectNoViolations(freelancerPage)
  await freelancerPage.getByRole('alertdialog').getByRole('button', { name: 'Delete File' }).click()
  await expect(list(clientPage).getByText('door.png')).toHaveCount(0)
})

test.describe('a link to a file', () => {
  // The browser reports what the content security policy blocks.
  test.use({ expectedConsoleErrors: [/violates the following Content Security Policy|[Ss]trict MIME/] })

  test('runs no script, opens text and sound in a new tab even an hour later, and downloads under the right name', async ({
    given,
    visit,
  }) => {
    const { maya, id, freelancerPath } = await createProject(given)
    for (const [name, text] of Object.entries(SCRIPTED_FILES))
      await given.file(maya, { id }, { name, type: 'text/html', bytes: Buffer.from(text) })
    await given.file(maya, { id }, { name: 'notes.txt', bytes: Buffer.from('<script>alert(1)</script>') })
    await given.file(maya, { id }, { name: 'tone.wav', bytes: createTone() })
    const page = await visit(freelancerPath, { as: maya.freelancer })
    const view = (name: string) => page.getByRole('link', { name: `View File ${name}` })
    const open = async (name: string) => {
      const opened = page.context().waitForEvent('page')
      await view(name).click()
      return opened
    }

    const tab = await open('notes.txt')
    await expect(tab.getByText('<script>alert(1)</script>')).toBeVisible()
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    // Chromium plays sound in a video element.
    const player = (await open('tone.wav')).locator('video')
    await expect.poll(() => player.evaluate((it: HTMLVideoElement) => it.readyState)).toBeGreaterThan(1)

    await page.evaluate(() => localStorage.setItem('secret', 'a secret'))
    for (const name of Object.keys(SCRIPTED_FILES)) {
      await expect(view(name)).toHaveCount(0)
      const link = page.getByRole('link', { name: `Download ${name}` })
      const url = ((await link.getAttribute('href')) ?? '').replace('&download=1', '')
      await page.evaluate(embedEverywhere, url)
    }
    expect(await page.evaluate(() => localStorage.getItem('stolen'))).toBeNull()

    // Chromium replaces characters that some file systems forbid by `_`.
    for (const [name, saved] of [
      ['=?utf-8?q?evil=2Ehtml?=', '=_utf-8_q_evil=2Ehtml_='],
      ['evil%2Ehtml', 'evil%2Ehtml'],
      ['résumé.zip', 'résumé.zip'],
    ] as const) {
      const { fileUrl } = await given.file(maya, { id }, { name, type: '', bytes: Buffer.from('PK') })
      const download = page.waitForEvent('download', (it) => it.url() === fileUrl)
      await page.evaluate((url) => location.assign(url), fileUrl)
      expect((await download).suggestedFilename()).toBe(saved)
    }

    await page.clock.install()
    await page.clock.setFixedTime(Date.now() + 3_600_000)
    await expect((await open('notes.txt')).getByText('<script>alert(1)</script>')).toBeVisible()
  })
})

test('Back closes the viewer, the menu and a panel, one after the other, before it leaves the page', async ({
  given,
  visit,
}) => {
  const { maya, id, freelancerPath } = await createProject(given)
  const { mimeType: type, buffer: bytes } = createPicture('counter.png', 'rust')
  await given.file(maya, { id }, { name: 'counter.png', type, bytes })
  const page = await visit('/projects', { as: maya.freelancer, viewport: phone })
  await page.locator(`a[href="${freelancerPath}"]`).first().click()
  const dialog = page.getByRole('dialog')

  // Transparent pictures have a light background, in the dark theme too.
  const expectLightBackground = async (image: Locator) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(image).toHaveCSS('background-color', 'rgb(255, 254, 251)')
    }
  }
  await expectLightBackground(list(page).locator('img'))
  await page.getByRole('button', { name: 'Show counter.png' }).click()
  const picture = page.getByRole('img', { name: 'counter.png' })
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await expectLightBackground(picture)
  await expectNoViolations(page)
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(dialog).toBeVisible()
  await expect.poll(() => page.evaluate(() => history.state?.depth)).toBe(1)
  await page.goBack()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'More for counter.png' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'File name' }).fill('front')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Rename File' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(list(page).getByText('front.png')).toBeVisible()

  await expect(page).toHaveURL(new RegExp(`${freelancerPath}$`))
  await page.goBack()
  await expect(page).toHaveURL(/\/projects$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
})

const STEAL = 'localStorage.setItem("stolen", localStorage.getItem("secret"))'
const XHTML = 'http://www.w3.org/1999/xhtml'
/** Types that browsers run unless a header forbids it. */
const SCRIPTED_FILES = {
  'page.html': `<!doctype html><script>${STEAL}</script>`,
  'page.xhtml': `<html xmlns="${XHTML}"><body><script>${STEAL}</script></body></html>`,
  'logo.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>${STEAL}</script></svg>`,
  'feed.xml': `<?xml-stylesheet type="text/xsl" href="#"?><x:script xmlns:x="${XHTML}">${STEAL}</x:script>`,
  'code.js': STEAL,
  'code.mjs': `${STEAL}; export {}`,
  'style.css': '@import "//elsewhere.example/";',
  'page.mhtml': `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<script>${STEAL}</script>`,
}

/** Embeds a file in every way that a page can. Runs in the page. */
async function embedEverywhere(url: string) {
  const elements = [
    Object.assign(document.createElement('img'), { src: url }),
    Object.assign(document.createElement('iframe'), { src: url }),
    Object.assign(document.createElement('object'), { data: url }),
    Object.assign(document.createElement('script'), { src: url }),
    Object.assign(document.createElement('script'), { src: url, type: 'module' }),
    Object.assign(document.createElement('link'), { href: url, rel: 'stylesheet' }),
  ]
  for (const element of elements) {
    await new Promise((resolve) => {
      element.onload = resolve
      element.onerror = resolve
      document.body.append(element)
    })
  }
}

async function drop(page: Page, names: string[]) {
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer()
    for (const name of all) transfer.items.add(new File([name], name, { type: 'text/plain' }))
    return transfer
  }, names)
  const heading = page.getByRole('heading', { level: 1 })
  await heading.dispatchEvent('dragenter', { dataTransfer })
  await expect(page.getByText('Let go to add 2 files')).toBeVisible()
  await heading.dispatchEvent('drop', { dataTransfer })
}
