import type { Page } from '@playwright/test'
import type { Given } from '../apps/server/test/given.ts'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { createPdf, createPicture } from './sample-files.ts'

const phone = { width: 390, height: 844 }

async function createFile(given: Given, name: string, type: string, bytes: Buffer) {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const file = await given.file(maya, project, { name, type, bytes })
  return { maya, file, projectPath: `/projects/${project.id}`, path: `/files/${file.id}` }
}

const pageOnScreen = (page: Page) => page.locator('.leaf__page:not([hidden])')
const tools = (page: Page) => page.locator('.stage__tools')

test('the name of a picture opens it on a page of its own, and Escape leads back', async ({
  given,
  visit,
}) => {
  const { buffer } = createPicture('door.png', 'blue')
  const { maya, path, projectPath } = await createFile(given, 'door.png', 'image/png', buffer)
  const page = await visit(projectPath, { as: maya.freelancer })

  await page.getByRole('link', { name: 'door.png', exact: true }).click()

  await expect(page).toHaveURL(path)
  await expect(page).toHaveTitle(/door\.png · Portico \| Projects$/)
  const picture = page.getByRole('img', { name: 'door.png' })
  await expect(picture).toBeVisible()
  expect(await picture.boundingBox()).toMatchObject({ width: 320, height: 200 })
  await expectNoViolations(page)

  await page.keyboard.press('+')
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeCloseTo(400)
  await page.keyboard.press('0')
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeCloseTo(320)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(projectPath)
})

test('a PDF is read page by page with the keyboard, on the phone of a client', async ({ given, visit }) => {
  const bytes = createPdf(['Breads', 'Cakes', 'Drinks'])
  const { maya, path } = await createFile(given, 'menu.pdf', 'application/pdf', bytes)
  const page = await visit(`/client-dashboard${path}`, { as: maya, viewport: phone, hasTouch: true })

  await expect(page.getByRole('region', { name: 'Page 1 of 3' })).toBeVisible()
  await expect(pageOnScreen(page).locator('canvas')).toBeVisible()
  await expect(pageOnScreen(page).getByText('Breads')).toBeAttached()
  await expectNoViolations(page)

  await page.keyboard.press('PageDown')
  await expect(pageOnScreen(page).getByText('Cakes')).toBeAttached()
  await page.keyboard.press('ArrowRight')
  await expect(pageOnScreen(page).getByText('Drinks')).toBeAttached()
  await page.keyboard.press('ArrowRight')
  await expect(tools(page).getByText('3 of 3', { exact: true })).toBeVisible()

  await tools(page).getByRole('button', { name: 'All pages' }).click()
  await expect(page.getByRole('navigation', { name: 'All pages' }).locator('img')).toHaveCount(3)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Page 1', exact: true }).click()
  await expect(pageOnScreen(page).getByText('Breads')).toBeAttached()
  expect(await page.locator('canvas').count()).toBeLessThanOrEqual(3)

  // At a large zoom only a part of the page is drawn, as sharp as the screen and within the limit of a phone.
  await page.getByRole('button', { name: 'All pages' }).click()
  await page.getByRole('region', { name: 'Page 1 of 3' }).focus()
  for (let press = 0; press < 15; press++) await tools(page).getByRole('button', { name: 'Larger' }).tap()
  for (const side of ['end', 'start'] as const) {
    await pageOnScreen(page).evaluate((leaf, block) => leaf.scrollIntoView({ block, inline: block }), side)
    await expect
      .poll(() => page.evaluate(measureCanvas))
      .toEqual({ isSharp: true, coversView: true, fits: true })
    expect(await page.locator('canvas').count()).toBeLessThanOrEqual(3)
  }
})

/** Runs in the page. */
function measureCanvas() {
  const canvas = document.querySelector<HTMLCanvasElement>('.leaf__page:not([hidden]) canvas')
  const [drawn, leaf, stage] = [
    canvas,
    ...['.leaf', '.stage__page'].map((it) => document.querySelector(it)),
  ].map((it) => it?.getBoundingClientRect())
  if (!canvas || !drawn || !leaf || !stage) return {}
  const isIn = (inner: number, outer: number) => inner >= outer - 1
  return {
    isSharp: Math.abs(canvas.width / drawn.width - devicePixelRatio) < 0.01,
    coversView:
      isIn(Math.max(leaf.top, stage.top), drawn.top) &&
      isIn(Math.max(leaf.left, stage.left), drawn.left) &&
      isIn(drawn.bottom, Math.min(leaf.bottom, stage.bottom)) &&
      isIn(drawn.right, Math.min(leaf.right, stage.right)),
    fits: canvas.width * canvas.height <= 5_000_000 && drawn.width < leaf.width,
  }
}

test('any two versions are compared with their pins, and older ones stay readable', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const upload = (text: string, versionOf?: string) =>
    given.file(maya, project, {
      name: `${text}.pdf`,
      type: 'application/pdf',
      bytes: createPdf([text]),
      versionOf,
    })
  const first = await upload('Breads')
  await given.note(maya, first, { page: 1, x: 0.2, y: 0.3 })
  const second = await upload('Cakes', first.id)
  const third = await upload('Drinks', second.id)
  await given.note(maya, third, { page: 1, x: 0.7, y: 0.7 })
  const page = await visit(`/files/${third.id}`, { as: maya.freelancer })
  const pages = page.locator('figure')

  await page.getByRole('button', { name: 'version 3 of 3' }).click()
  await page.getByRole('menuitem', { name: /^Version 1/ }).click()
  await expect(page).toHaveURL(`/files/${third.id}?version=1`)
  await expect(page.locator('.leaf').getByText('Breads')).toBeAttached()
  await page.goBack()
  await expect(page.locator('.leaf').getByText('Drinks')).toBeAttached()

  await page.getByRole('button', { name: 'Compare', exact: true }).press('Enter')
  await expect(page).toHaveURL(`/files/${third.id}?version=3&compare=2`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.locator('figure canvas')).toHaveCount(2)
  await expect(pages.first().getByRole('button', { name: /^Note/ })).toHaveAccessibleName(
    'Note 1 by Maya, open, on version 2',
  )
  await expect(pages.last().getByRole('button', { name: /^Note/ })).toHaveCount(2)
  await expectNoViolations(page)

  // The older one stays left, whichever is chosen.
  await pages.last().getByRole('button', { name: 'version 3 of 3' }).press('Enter')
  await page.getByRole('menuitem', { name: /^Version 1/ }).press('Enter')
  await expect(page).toHaveURL(`/files/${third.id}?version=2&compare=1`)
  await expect(pages.first().getByText('Breads')).toBeAttached()
  await expect(pages.last().getByText('Cakes')).toBeAttached()

  await page.getByRole('radio', { name: 'With a slider' }).check({ force: true })
  await page.getByRole('slider', { name: /How much of version 1/ }).fill('80')
  await expect(page.locator('.compared__over')).toHaveCSS('clip-path', 'inset(0px 0px 0px 80%)')
  await page.locator('.compared').getByRole('button', { name: 'Note 1 by Maya, open' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'A little larger' }).last()).toHaveAttribute(
    'data-selected',
  )
  await expectNoViolations(page)
  expect(await page.locator('canvas').count()).toBeLessThanOrEqual(3)
  await page.keyboard.press('Escape')
  await expect(page.locator('.note[data-selected]')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Page 1 of 1', exact: true })).toBeVisible()
  await page.goto(`/files/${third.id}?version=7`)
  await expect(page.getByText('Version not found.')).toBeVisible()
})

test.describe('a PDF', () => {
  test.use({ expectedConsoleErrors: [/app\.alert|Warning|ERR_FAILED/] })

  test('runs none of its scripts, says what cannot be shown, and opens on Retry after a lost network', async ({
    given,
    visit,
  }) => {
    const maya = await given.client(await given.freelancer())
    const project = await given.project(maya)
    const page = await visit('/client-dashboard', { as: maya })
    const openFile = async (name: string, bytes: Buffer) => {
      const { id } = await given.file(maya, project, { name, type: 'application/pdf', bytes })
      await page.goto(`/client-dashboard/files/${id}`)
    }
    const dialogs: string[] = []
    page.on('dialog', (dialog) => dialogs.push(dialog.message()))

    await page.route('**/pdf.worker*', (route) => route.abort())
    const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>'
    await openFile(
      'scripted.pdf',
      createPdf(['Scripts'], { catalog: `/OpenAction${script}/AA<</WC${script}>>` }),
    )
    await expect(page.getByRole('alert').getByText('A part of this page did not load.')).toBeVisible()
    await page.unroute('**/pdf.worker*')
    await page.getByRole('button', { name: 'Retry' }).press('Enter')
    await expect(page.locator('.leaf').getByText('Scripts')).toBeAttached()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(pageOnScreen(page).locator('canvas')).toBeVisible()
    expect(dialogs).toEqual([])

    const locked = createPdf(['Secret'], {
      objects: `5 0 obj<</Filter/Standard/V 1/R 2/O<${'ab'.repeat(32)}>/U<${'cd'.repeat(32)}>/P -4>>endobj`,
      trailer: '/Encrypt 5 0 R/ID[<00><00>]',
    })
    for (const [name, bytes, message] of [
      ['locked.pdf', locked, 'This PDF is protected by a password.'],
      ['broken.pdf', Buffer.from('%PDF-1.7 and no more'), 'This PDF could not be opened.'],
    ] as const) {
      await openFile(name, bytes)
      await expect(page.getByRole('alert').getByText(message)).toBeVisible()
      await expect(page.getByRole('alert').getByRole('link', { name: 'Download' })).toBeVisible()
    }

    const whole = createPdf(['Breads', 'Cakes', 'Drinks']).toString('latin1')
    await openFile('torn.pdf', Buffer.from(whole.replace('12 0 R', '99 0 R')))
    await expect(pageOnScreen(page).getByText('Breads')).toBeAttached()
    await page.keyboard.press('PageDown')
    await expect(page.getByRole('alert').getByText('This page could not be drawn.')).toBeVisible()
  })
})
