import type { Page } from '@playwright/test'
import { daysFromNow } from '../apps/server/test/given.ts'
import { expect, test } from './fixtures.ts'
import { createPicture } from './sample-files.ts'
import { waitUntilSettled } from './wait-until-settled.ts'

const sizes = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]
const unbroken = 'W'.repeat(200)
const longEmail = (start: string) =>
  `${start}${'w'.repeat(60)}`.slice(0, 64).concat('@', 'x'.repeat(60), '.', 'y'.repeat(60), '.example.test')

test('no page scrolls sideways with names, titles and addresses of 200 characters without a space', async ({
  server,
  given,
  visit,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/40[14]/)
  const ada = await given.freelancer({ name: unbroken })
  const { db } = server.ctx
  await db
    .updateTable('freelancer')
    .set({ email: longEmail('ada') })
    .where('id', '=', ada.id)
    .execute()
  const maya = await given.client(ada, {
    firstName: unbroken,
    lastName: unbroken,
    company: unbroken,
    email: longEmail('maya'),
  })
  const { id } = await given.project(maya, {
    title: unbroken,
    description: unbroken,
    status: 'In Progress',
    dueDate: daysFromNow(9),
  })
  const feedback = await given.feedback(maya, { id }, unbroken)
  await given.reply(ada, feedback, unbroken)
  const [open, answered, asked] = await given.requests(ada, { id }, [
    { title: unbroken, details: unbroken, kind: 'file', dueDate: daysFromNow(-9) },
    { title: unbroken, details: unbroken, kind: 'text' },
    unbroken,
  ])
  await given.answer(maya, answered, { text: unbroken })
  await given.file(maya, { id }, { name: `${unbroken.slice(0, 196)}.txt`, requestId: asked.id })
  const picture = createPicture(`${unbroken.slice(0, 196)}.png`, 'rust')
  const file = await given.file(
    ada,
    { id },
    { name: picture.name, type: picture.mimeType, bytes: picture.buffer },
  )
  const review = await given.review(ada, file, { message: unbroken })
  const { decision } = await given.decision(maya, review)
  await given.note(maya, file, { text: unbroken })
  await given.binnedFile(ada, { id })
  const guestLink = await given.guestLink(maya, open, unbroken)
  const inClientArea = `/client-dashboard/projects/${id}`

  const freelancers = await visit('/welcome', { as: ada })
  await expectNoSidewaysScrolling(freelancers, [
    '/',
    '/projects',
    `/projects/${id}`,
    `/projects/${id}/requests`,
    `/projects/${id}/activity`,
    '/requests?state=all',
    '/clients',
    `/clients/${maya.id}`,
    `/files/${file.id}`,
    `/receipts/${decision?.receiptId}`,
    '/chat',
    `/chat?client=${maya.id}`,
    '/bin',
    '/notifications',
    `/search?q=${unbroken.slice(0, 40)}`,
    '/settings',
    '/settings/notifications',
    '/settings/security',
    '/help',
    '/cancel-subscription',
    '/?plans=free',
    `/${unbroken}`,
  ])
  const clients = await visit('/client-login', { as: maya })
  await expectNoSidewaysScrolling(clients, [
    '/client-dashboard',
    inClientArea,
    `${inClientArea}/requests`,
    `${inClientArea}/activity`,
    `/client-dashboard/files/${file.id}`,
    `/client-dashboard/receipts/${decision?.receiptId}`,
    '/client-dashboard/chat',
    '/client-dashboard/notifications',
    `/client-dashboard/search?q=${unbroken.slice(0, 40)}`,
    '/client-dashboard/settings',
    '/client-dashboard/help',
    `/client-dashboard/${unbroken}`,
  ])
  const guests = await visit('/verify')
  await expectNoSidewaysScrolling(guests, [
    '/verify',
    new URL(guestLink.url).pathname,
    '/client-login?token=x',
    `/${unbroken}`,
  ])
})

async function expectNoSidewaysScrolling(page: Page, paths: string[]) {
  for (const path of paths) {
    await page.goto(path)
    await waitUntilSettled(page)
    for (const size of sizes) {
      await page.setViewportSize(size)
      expect.soft(await page.evaluate(findTooWide), `${path} at ${size.width}`).toEqual([])
    }
  }
}

/** The deepest elements that stand out at the right, if the page can be scrolled there. */
function findTooWide() {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const isTooWide = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1
  const found = [...document.body.querySelectorAll('*')].filter(
    (element) => isTooWide(element) && ![...element.children].some(isTooWide),
  )
  return [scrollWidth, ...found.slice(0, 3).map((element) => element.outerHTML.slice(0, 300))]
}
