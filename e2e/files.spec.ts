import type { Page } from '@playwright/test'
import type { Given } from '../apps/server/test/given.ts'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { PDF, picture, SVG_WITH_SCRIPT, tone } from './sample-files.ts'

const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }

async function mayasMenu(given: Given) {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  return { maya, id, clients: `/client-dashboard/projects/${id}`, freelancers: `/projects/${id}` }
}

const list = (page: Page) => page.getByRole('list', { name: 'Uploaded Files' })
const queue = (page: Page) => page.getByRole('list', { name: 'Uploading' })
const picker = (page: Page) => page.locator('input[type=file][multiple]')

test('a client on a phone and a freelancer at a desk exchange files', async ({ given, visit }) => {
  const { maya, clients, freelancers } = await mayasMenu(given)
  const [phones, desks] = [
    await visit(clients, { as: maya, viewport: phone }),
    await visit(freelancers, { as: maya.freelancer, viewport: desk }),
  ]
  await expect(desks.getByText('No files uploaded yet.')).toBeVisible()
  await expect(phones.getByText(/Any type, up to 1.GB each/)).toBeVisible()

  await picker(phones).setInputFiles([
    picture('counter.png', 'rust'),
    picture('door.png', 'blue'),
    { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: SVG_WITH_SCRIPT },
  ])
  await expect(phones.getByText('File uploaded successfully!')).toBeVisible()
  await picker(desks).setInputFiles([{ name: 'proof.pdf', mimeType: 'application/pdf', buffer: PDF }])

  for (const page of [phones, desks]) {
    for (const name of ['counter.png', 'door.png', 'logo.svg', 'proof.pdf']) {
      await expect(list(page).getByText(name)).toBeVisible()
    }
    await expect(list(page).locator('img')).toHaveCount(2, { timeout: 60_000 })
    await expect(queue(page)).toHaveCount(0)
    await expectNoViolations(page)
  }
  // A client may take back what is theirs.
  await expect(phones.getByRole('button', { name: 'Delete proof.pdf' })).toHaveCount(0)
  await expect(phones.getByRole('button', { name: 'Delete door.png' })).toBeVisible()

  await desks.getByRole('button', { name: 'Delete door.png' }).click()
  await expectNoViolations(desks)
  await desks.getByRole('alertdialog').getByRole('button', { name: 'Delete File' }).click()
  await expect(list(phones).getByText('door.png')).toHaveCount(0)
})

test('a file whose name looks encoded is saved by that name', async ({ given, visit }) => {
  const { maya, id, clients } = await mayasMenu(given)
  const page = await visit(clients, { as: maya })

  // Chromium writes `_` for what some systems cannot have in a name.
  for (const [name, saved] of [
    ['=?utf-8?q?evil=2Ehtml?=', '=_utf-8_q_evil=2Ehtml_='],
    ['evil%2Ehtml', 'evil%2Ehtml'],
    ['résumé.zip', 'résumé.zip'],
  ] as const) {
    const { fileUrl } = await given.file(maya, { id }, { name, type: '', bytes: Buffer.from('PK') })
    const downloading = page.waitForEvent('download')
    await page.evaluate((url) => location.assign(url), fileUrl)

    expect((await downloading).suggestedFilename()).toBe(saved)
  }
})

test.describe('what could run a script', () => {
  // Our own pages frame nothing, and take no script from a file.
  test.use({ expectedConsoleErrors: [/violates the following Content Security Policy|[Ss]trict MIME/] })

  test('only downloads; the rest opens in a tab of its own', async ({ given, visit }) => {
    const { maya, id, freelancers } = await mayasMenu(given)
    for (const [name, text] of Object.entries(WHAT_RUNS))
      await given.file(maya, { id }, { name, type: 'text/html', bytes: Buffer.from(text) })
    await given.file(maya, { id }, { name: 'notes.txt', bytes: Buffer.from('<script>alert(1)</script>') })
    await given.file(maya, { id }, { name: 'tone.wav', bytes: tone() })
    const page = await visit(freelancers, { as: maya.freelancer })
    const view = (name: string) => page.getByRole('link', { name: `View File ${name}` })

    const tabs = page.context().waitForEvent('page')
    await view('notes.txt').click()
    const tab = await tabs
    await expect(tab.getByText('<script>alert(1)</script>')).toBeVisible()
    expect(await tab.evaluate(() => window.opener)).toBeNull()

    const players = page.context().waitForEvent('page')
    await view('tone.wav').click()
    // The browser shows sound as a film without pictures.
    const player = (await players).locator('video')
    await expect.poll(() => player.evaluate((it: HTMLVideoElement) => it.readyState)).toBeGreaterThan(1)

    await page.evaluate(() => localStorage.setItem('kept', 'a secret'))
    for (const name of Object.keys(WHAT_RUNS)) {
      const url = (await view(name).getAttribute('href')) ?? ''
      const download = page.waitForEvent('download')
      await page.evaluate((url) => window.location.assign(url), url)
      expect((await download).suggestedFilename()).toBe(name)
      await page.evaluate(embed, url)
    }
    expect(await page.evaluate(() => localStorage.getItem('stolen'))).toBeNull()
  })
})

test('a page that has stood for an hour still opens its files', async ({ given, visit }) => {
  const { maya, id, clients } = await mayasMenu(given)
  await given.file(maya, { id }, { name: 'notes.txt', bytes: Buffer.from('Soup first.') })
  const page = await visit(clients, { as: maya })
  await expect(list(page).getByText('notes.txt')).toBeVisible()
  await page.clock.install()
  await page.clock.setFixedTime(Date.now() + 3_600_000)

  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'View File notes.txt' }).click()

  await expect((await opened).getByText('Soup first.')).toBeVisible()
})

test('pictures are looked at by keyboard, and the focus comes back', async ({ given, visit }) => {
  const { maya, id, clients } = await mayasMenu(given)
  for (const [name, colour] of [
    ['one.png', 'rust'],
    ['two.png', 'blue'],
  ] as const) {
    const { mimeType: type, buffer: bytes } = picture(name, colour)
    await given.file(maya, { id }, { name, type, bytes })
  }
  const page = await visit(clients, { as: maya })

  await page.getByRole('button', { name: 'Show two.png' }).focus()
  await page.keyboard.press('Enter')
  const box = page.getByRole('dialog')
  await expect(box.getByText('1 of 2')).toBeVisible()
  await expectPainted(box.getByRole('img', { name: 'two.png' }))
  await page.keyboard.press('ArrowRight')
  await expectPainted(box.getByRole('img', { name: 'one.png' }))
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Show two.png' })).toBeFocused()
})

test('what is see-through in a picture lies on paper, in the dark too', async ({ given, visit }) => {
  const { maya, id, clients } = await mayasMenu(given)
  const { mimeType: type, buffer: bytes } = picture('logo.png', 'rust')
  await given.file(maya, { id }, { name: 'logo.png', type, bytes })
  const groundOf = (element: Element) => getComputedStyle(element).backgroundColor
  const pages = [
    await visit(clients, { as: maya, colorScheme: 'light' }),
    await visit(clients, { as: maya, colorScheme: 'dark' }),
  ]

  const grounds: string[] = []
  for (const page of pages) {
    grounds.push(await list(page).locator('img').evaluate(groundOf))
    await page.getByRole('button', { name: 'Show logo.png' }).click()
    grounds.push(await page.getByRole('img', { name: 'logo.png' }).evaluate(groundOf))
  }

  expect(grounds).toEqual(grounds.map(() => 'rgb(255, 254, 251)'))
})

test('dropped anywhere, pasted, cancelled, and all in one ZIP', async ({ given, visit }) => {
  const { maya, freelancers } = await mayasMenu(given)
  const page = await visit(freelancers, { as: maya.freelancer })
  await expect(page.getByText('No files uploaded yet.')).toBeVisible()

  await drop(page, ['a.txt', 'b.txt'])
  await expect(list(page).getByRole('listitem')).toHaveCount(2)
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
  await expect(list(page).getByText(/^Pasted image .*\.png$/)).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
})

const STEAL = 'localStorage.setItem("stolen", localStorage.getItem("kept"))'
const XHTML = 'http://www.w3.org/1999/xhtml'
/** What browsers run where they are let. */
const WHAT_RUNS = {
  'page.html': `<!doctype html><script>${STEAL}</script>`,
  'page.xhtml': `<html xmlns="${XHTML}"><body><script>${STEAL}</script></body></html>`,
  'logo.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>${STEAL}</script></svg>`,
  'feed.xml': `<?xml-stylesheet type="text/xsl" href="#"?><x:script xmlns:x="${XHTML}">${STEAL}</x:script>`,
  'code.js': STEAL,
  'code.mjs': `${STEAL}; export {}`,
  'style.css': '@import "//elsewhere.example/";',
  'page.mhtml': `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<script>${STEAL}</script>`,
}

/** In the page: the file at an address, in every way that a page can have one in it. */
async function embed(url: string) {
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
  const somewhere = page.getByRole('heading', { level: 1 })
  await somewhere.dispatchEvent('dragenter', { dataTransfer })
  await expect(page.getByText('Let go to add 2 files')).toBeVisible()
  await somewhere.dispatchEvent('drop', { dataTransfer })
}

/** The picture has come, and has a size. */
async function expectPainted(image: ReturnType<Page['getByRole']>) {
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0)
}
