import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { waitUntilSettled } from './wait-until-settled.ts'

const odd = [
  '👩‍👩‍👧 «مرحبا» Z̸̡̢ 𠀋 \' " < > & \\ %',
  `{{7*7}} \${7*7} =1+1`,
  '<b>bold</b> "><img src=x onerror=alert(1)> javascript:alert(1)',
]
  .join(' ')
  .normalize('NFC')
const written = (what: string) => `${what} ${odd}`

test('what people write is shown letter for letter, and does nothing', async ({ given, visit }) => {
  const ada = await given.freelancer({ name: written('name') })
  const maya = await given.client(ada, {
    firstName: written('first'),
    lastName: written('last'),
    company: written('company'),
  })
  const project = await given.project(maya, {
    title: written('title'),
    description: written('about'),
  })
  await given.feedback(maya, project, written('feedback'))
  await given.file(maya, project, { name: `${written('file').replaceAll(/[/\\]/g, ' ')}.txt` })

  const freelancers = await visit('/', { as: ada })
  const clients = await visit('/client-dashboard', { as: maya })
  const alerts: string[] = []
  for (const page of [freelancers, clients]) page.on('dialog', (dialog) => alerts.push(dialog.message()))
  for (const [page, path, shown] of [
    [freelancers, '/', ['title']],
    [freelancers, '/projects', ['title', 'about', 'first']],
    [freelancers, `/projects/${project.id}`, ['title', 'about', 'feedback', 'first', 'last']],
    [freelancers, '/clients', ['first', 'last', 'company']],
    [freelancers, `/clients/${maya.id}`, ['first', 'last', 'company', 'title']],
    [freelancers, '/chat', ['first', 'last']],
    [clients, '/client-dashboard', ['title', 'about', 'name']],
    [clients, `/client-dashboard/projects/${project.id}`, ['title', 'about', 'feedback', 'name']],
    [clients, '/client-dashboard/chat', ['name']],
  ] as const) {
    await page.goto(path)
    await waitUntilSettled(page)
    for (const what of shown) expect(await textOf(page), `${what} at ${path}`).toContain(written(what))
    expect(await page.locator('b, [src="x"], [onerror], [href^="javascript:"]').count(), path).toBe(0)
  }
  expect(alerts).toEqual([])
})

const textOf = (page: Page) => page.locator('body').evaluate((body) => body.textContent ?? '')
