import type { Page } from '@playwright/test'
import { daysFromNow } from '../apps/server/test/given.ts'
import { expect, test } from './fixtures.ts'
import { waitUntilHydrated } from './wait-until-hydrated.ts'

declare global {
  interface Window {
    translatePage(): void
    translateText(text: string): string
    readText(): string
  }
}

/** The “language” of the translation: the letters of each word in reverse. */
const t = (text: string) => text.replace(/\p{L}+/gu, (word) => [...word].reverse().join(''))

/**
 * Replaces text nodes by `<font>` elements as the translation of Chrome does, at first those on the page, then those that
 * are added or changed.
 */
function installTranslator() {
  window.translateText = (text) => text.replace(/\p{L}+/gu, (word) => [...word].reverse().join(''))
  const skipped = 'script, style, textarea, code, noscript, option, title, font'

  function translateNode(text: Text) {
    if (!/\p{L}/u.test(text.data) || !text.parentElement || text.parentElement.closest(skipped)) return
    const font = document.createElement('font')
    font.append(document.createElement('font'))
    font.firstElementChild?.append(window.translateText(text.data))
    text.replaceWith(font)
  }

  function textsIn(root: Node) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = root instanceof Text ? [root] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    return texts
  }

  window.translatePage = () => {
    textsIn(document.body).forEach(translateNode)
    document.documentElement.classList.add('translated-ltr')
    const observer = new MutationObserver((records) => {
      const nodes = records.flatMap(({ addedNodes, target, type }) =>
        type === 'childList' ? [...addedNodes] : [target],
      )
      for (const node of nodes) if (node.isConnected) textsIn(node).forEach(translateNode)
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  }

  /** What stands in the main part, in translation, without the times, which pages show from when they have loaded. */
  window.readText = () =>
    textsIn(document.querySelector('main') as Node)
      .filter((text) => !text.parentElement?.closest('script, style, textarea, option, time'))
      .map((text) => (text.parentElement?.closest('font') ? text.data : window.translateText(text.data)))
      .filter((text) => text.trim())
      .join(' ')
}

async function translate(page: Page) {
  await waitUntilHydrated(page)
  await page.evaluate(() => window.translatePage())
}

/** The translated page must show what the same page shows to somebody who opens it now, without a translation. */
async function expectSameText(translated: Page, plain: Page) {
  await plain.goto(new URL(translated.url()).pathname)
  const read = (page: Page) => page.evaluate(() => window.readText())
  await expect(async () => expect(await read(translated)).toBe(await read(plain))).toPass()
}

test('translated pages of both areas show what changes, and go on working', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const project = await given.project(maya, { title: 'Spring menu', dueDate: daysFromNow(20) })
  const { id } = await given.file(ada, project, { name: 'menu.txt', type: 'text/plain' })
  await given.review(ada, { id })
  const open = async (as: typeof ada | typeof maya) => {
    const page = await visit('/terms', { as })
    await page.addInitScript(installTranslator)
    return page
  }
  const [freelancers, clients] = [await open(ada), await open(maya)]
  const [plainFreelancers, plainClients] = [await open(ada), await open(maya)]
  await freelancers.goto(`/projects/${project.id}`)
  await expect(freelancers.getByText('No feedback submitted yet.')).toBeVisible()
  await translate(freelancers)
  await clients.goto(`/client-dashboard/projects/${project.id}`)
  await expect(clients.getByText('No feedback submitted yet.')).toBeVisible()
  await translate(clients)

  await test.step('the status', async () => {
    await freelancers.getByLabel(t('Status')).selectOption('In Progress')
    await freelancers.getByRole('button', { name: t('Update Status') }).click()
    await expect(clients.getByText(t('In Progress')).first()).toBeVisible()
    await expectSameText(freelancers, plainFreelancers)
    await expectSameText(clients, plainClients)
  })

  await test.step('feedback and replies', async () => {
    for (const text of ['Thicker paper', 'And larger letters']) {
      await clients.getByRole('textbox', { name: t('Leave Feedback') }).fill(text)
      await clients.getByRole('button', { name: t('Submit') }).click()
      await expect(freelancers.getByText(t(text)).first()).toBeVisible()
    }
    await expectSameText(freelancers, plainFreelancers)
    await expectSameText(clients, plainClients)
  })

  await test.step('an upload', async () => {
    await clients
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('logo') })
    await expect(freelancers.getByText(t('logo.txt')).first()).toBeVisible()
    await expectSameText(freelancers, plainFreelancers)
    await expectSameText(clients, plainClients)
  })

  await test.step('a note and an approval', async () => {
    await clients
      .getByRole('link', { name: t('menu.txt') })
      .first()
      .click()
    await expect(clients).toHaveURL(`/client-dashboard/files/${id}`)
    await clients.locator('main textarea').first().fill('A little larger')
    await clients
      .getByRole('button', { name: t('Add note') })
      .last()
      .click()
    await expect(clients.getByText(t('A little larger')).first()).toBeVisible()
    await clients.getByRole('button', { name: t('Approve'), exact: true }).click()
    await clients.getByRole('button', { name: t('Approve version 1') }).click()
    await expect(clients.getByText(t('Approved, round 1')).first()).toBeVisible()
    await expectSameText(freelancers, plainFreelancers)
    await expectSameText(clients, plainClients)
    await clients.goBack()
    await expect(clients).toHaveURL(`/client-dashboard/projects/${project.id}`)
  })

  await test.step('the turn', async () => {
    await freelancers
      .getByRole('button', { name: t('Hand over to Maya') })
      .first()
      .click()
    const dialog = freelancers.getByRole('dialog')
    await dialog.getByRole('button', { name: t('Hand over') }).click()
    await expect(dialog).toHaveCount(0)
    await expect(clients.getByText(t('Your turn')).first()).toBeVisible()
    await expectSameText(freelancers, plainFreelancers)
    await expectSameText(clients, plainClients)
  })

  await test.step('completion, and its undo', async () => {
    await freelancers.getByRole('button', { name: t('Complete now') }).click()
    const undo = freelancers.getByRole('button', { name: t('Undo') })
    await expect(undo).toBeVisible()
    await expectSameText(freelancers, plainFreelancers)
    await undo.click()
    await expect(freelancers.getByRole('button', { name: t('Complete now') })).toBeVisible()
    await expectSameText(freelancers, plainFreelancers)
  })

  for (const [page, plain, paths] of [
    [freelancers, plainFreelancers, ['/', '/clients', '/projects', '/chat', '/settings']],
    [clients, plainClients, ['/client-dashboard', '/client-dashboard/chat', '/client-dashboard/settings']],
  ] as const) {
    for (const path of paths) {
      await test.step(path, async () => {
        await page.locator(`a[href="${path}"]:visible`).first().click()
        await expect(page).toHaveURL(path)
        await expectSameText(page, plain)
      })
    }
  }
})
