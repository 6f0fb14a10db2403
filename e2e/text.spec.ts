import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { waitUntilSettled } from './wait-until-settled.ts'

const hostileText = [
  '👩‍👩‍👧 «مرحبا» Z̸̡̢ 𠀋 \' " < > & \\ %',
  `{{7*7}} \${7*7} =1+1`,
  '<b>bold</b> "><img src=x onerror=alert(1)> javascript:alert(1)',
]
  .join(' ')
  .normalize('NFC')
const hostile = (label: string) => `${label} ${hostileText}`

test('text that people write is shown literally and never runs', async ({ given, visit }) => {
  const ada = await given.freelancer({ name: hostile('name') })
  const maya = await given.client(ada, {
    firstName: hostile('first'),
    lastName: hostile('last'),
    company: hostile('company'),
  })
  const project = await given.project(maya, {
    title: hostile('title'),
    description: hostile('about'),
  })
  await given.feedback(maya, project, hostile('feedback'))
  await given.file(maya, project, { name: `${hostile('file').replaceAll(/[/\\]/g, ' ')}.txt` })

  const freelancers = await visit('/', { as: ada })
  const clients = await visit('/client-dashboard', { as: maya })
  const alerts: string[] = []
  for (const page of [freelancers, clients]) page.on('dialog', (dialog) => alerts.push(dialog.message()))
  for (const [page, path, labels] of [
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
    for (const label of labels) expect(await textOf(page), `${label} at ${path}`).toContain(hostile(label))
    expect(
      await page.locator('b:text-is("bold"), [src="x"], [onerror], [href^="javascript:"]').count(),
      path,
    ).toBe(0)
  }
  expect(alerts).toEqual([])
})

const textOf = (page: Page) => page.locator('body').evaluate((body) => body.textContent ?? '')
