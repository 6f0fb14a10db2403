import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emailSamples } from './email-samples.ts'

const samples = emailSamples('https://portico.example')

test('has a sample of every email', async () => {
  const writers: unknown[] = []
  for await (const file of glob('features/**/*.mail.ts', { cwd: import.meta.dirname })) {
    const path = join(import.meta.dirname, file)
    const found = Object.entries((await import(path)) as Record<string, unknown>)
      .filter(([name]) => name.endsWith('Email'))
      .map(([, writer]) => writer)
    const written = (await readFile(path, 'utf8')).match(/\brenderEmail\(/g) ?? []
    // Each function that writes one is exported, as …Email.
    expect(found.length, file).toBeGreaterThanOrEqual(written.length)
    writers.push(...found)
  }

  expect(new Set(samples.map(({ writer }) => writer))).toEqual(new Set(writers))
})

test.for(samples)('has the same text and complete addresses in both forms of $name', ({ write }) => {
  const { subject, text, html, to } = write()

  expect(subject).toMatch(/^\S.*\S$/)
  expect(to.address).toMatch(/@/)
  expect(html).not.toMatch(/undefined|\[object|NaN|Invalid Date/)
  expect(text).not.toMatch(/undefined|\[object|NaN|Invalid Date|<\/?\w+>/)
  const words = plain(html)
  for (const [address] of text.matchAll(/https:\S+/g))
    expect(plain(html.replace(/<a [^>]*href="([^"]*)"[^>]*>/g, '$1 '))).toContain(address)
  for (const line of text.split('\n'))
    expect(words).toContain(
      inLine(line.replace(/^> |^- | \(((?:since )?\d+ \w+|[^)]*\d\d:\d\d)\)$|(^|: )https:.*$/g, '')),
    )
  const paragraphs = [...html.matchAll(/<(?:h1|h2|p)\b[^>]*>(?:<a [^>]*>)?([^<]+)/g)].map(
    ([, words = '']) => words,
  )
  expect(paragraphs.length).toBeGreaterThan(1)
  for (const words of paragraphs.filter((words) => !words.startsWith('If the button does nothing')))
    expect(inLine(text)).toContain(plain(words))
})

test.for(samples.filter(({ write }) => write().to.address === 'maya@northwind.example'))(
  'names no plan to a client in $name',
  ({ write }) => {
    const { subject, text } = write()
    expect(`${subject} ${text}`).not.toMatch(/\b(Starter|Pro|Enterprise)\b|\bplans?\b/i)
  },
)

/** What is read of it, in one line. */
function plain(markup: string) {
  return inLine(
    markup
      .replace(/<style>.*?<\/style>/gs, '')
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  )
}

function inLine(text: string) {
  return text.replace(/\s+/g, ' ').trim()
}
