import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { repairTranslatedElements } from './page-translation.ts'

beforeAll(repairTranslatedElements)

const translate = (text: string) => text.toUpperCase()

function fontOf(text: Text) {
  const font = document.createElement('font')
  font.append(document.createElement('font'))
  font.children[0]?.append(translate(text.data))
  return font
}

/** How translators replace a text node, in scripts of the page or in a world of their own. */
const ways: Record<string, (text: Text) => void> = {
  'replaceChild with font': (text) => text.parentNode?.replaceChild(fontOf(text), text),
  'insertBefore and removeChild with font': (text) => {
    const parent = text.parentNode
    parent?.insertBefore(fontOf(text), text)
    parent?.removeChild(text)
  },
  'before and remove with font': (text) => {
    text.before(fontOf(text))
    text.remove()
  },
  'remove and append of all child nodes': (text) => {
    const parent = text.parentElement
    const nodes = [...(parent?.childNodes ?? [])]
    for (const node of nodes) node.remove()
    for (const node of nodes) parent?.append(node instanceof Text ? translate(node.data) : node)
  },
}

/** Translates every text, also what is added or changed later. */
function startTranslating(root: HTMLElement, replace: (text: Text) => void) {
  function translateAll() {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) if (text.isConnected && text.data !== translate(text.data)) replace(text)
  }
  translateAll()
  new MutationObserver(translateAll).observe(root, { childList: true, subtree: true, characterData: true })
}

/** Lets the observers run. */
const settle = () => act(async () => {})

function show(first: ReactNode) {
  const { container, rerender } = render(<main>{first}</main>)
  return { container, change: (children: ReactNode) => rerender(<main>{children}</main>) }
}

const changes: Record<string, { first: ReactNode; second: ReactNode; before: string; after: string }> = {
  'a changed text beside others': {
    first: <p>is {'draft'}, since today</p>,
    second: <p>is {'final'}, since today</p>,
    before: 'IS DRAFT, SINCE TODAY',
    after: 'IS FINAL, SINCE TODAY',
  },
  'a number beside a text': {
    first: <p>{1} file</p>,
    second: <p>{2} files</p>,
    before: '1 FILE',
    after: '2 FILES',
  },
  'a text that disappears': {
    first: <p>{'note'} of Ada</p>,
    second: <p>{null} of Ada</p>,
    before: 'NOTE OF ADA',
    after: ' OF ADA',
  },
  'a text that appears': {
    first: <p>{null}of Ada</p>,
    second: <p>{'note '}of Ada</p>,
    before: 'OF ADA',
    after: 'NOTE OF ADA',
  },
  'an element before a text': {
    first: <p>{false}busy</p>,
    second: <p>{<i>now </i>}busy</p>,
    before: 'BUSY',
    after: 'NOW BUSY',
  },
  'an element that disappears before a text': {
    first: <p>{<i>now </i>}busy</p>,
    second: <p>{false}busy</p>,
    before: 'NOW BUSY',
    after: 'BUSY',
  },
  'a text instead of an element': {
    first: <p>{<b>old</b>} thing</p>,
    second: <p>{'new'} thing</p>,
    before: 'OLD THING',
    after: 'NEW THING',
  },
  'a single text': { first: <p>draft</p>, second: <p>final</p>, before: 'DRAFT', after: 'FINAL' },
  'a single text that becomes elements': {
    first: <p>draft</p>,
    second: (
      <p>
        <b>fi</b>nal
      </p>
    ),
    before: 'DRAFT',
    after: 'FINAL',
  },
  'texts that become a single text': {
    first: (
      <p>
        a {'draft'} <b>or two</b>
      </p>
    ),
    second: <p>final</p>,
    before: 'A DRAFT OR TWO',
    after: 'FINAL',
  },
  'a whole page': {
    first: <p>a {'draft'}</p>,
    second: <section>the {'end'}</section>,
    before: 'A DRAFT',
    after: 'THE END',
  },
}

for (const [way, replace] of Object.entries(ways)) {
  test.for(Object.entries(changes))(`${way}: shows %s`, async ([, { first, second, before, after }]) => {
    const { container, change } = show(first)
    startTranslating(container, replace)
    await settle()
    expect(container.textContent).toBe(before)

    change(second)
    await settle()
    expect(container.textContent).toBe(after)

    change(first)
    await settle()
    expect(container.textContent).toBe(before)
  })
}

test('keeps the focus in an element beside a changed text', async () => {
  const page = (state: string) => (
    <p>
      is {state}
      <button type="button">go</button>
    </p>
  )
  const { container, change } = show(page('draft'))
  startTranslating(container, ways['replaceChild with font'] as (text: Text) => void)
  await settle()
  container.querySelector('button')?.focus()

  change(page('final'))

  expect(document.activeElement?.tagName).toBe('BUTTON')
  await settle()
  expect(container.textContent).toBe('IS FINALGO')
})

test('shows what changed while the page was translated when the original is shown again', async () => {
  const page = (count: number) => (
    <p>
      sent {count} of {9} files
    </p>
  )
  const { container, change } = show(page(0))
  const paragraph = container.querySelector('p') as HTMLElement
  const originals = new Map<Element, Text>()
  async function translateOnce() {
    for (const text of [...paragraph.childNodes].filter((node) => node instanceof Text)) {
      const font = fontOf(text)
      originals.set(font, text)
      text.replaceWith(font)
    }
    await settle()
  }
  for (const count of [1, 2, 3]) {
    await translateOnce()
    change(page(count))
    expect(paragraph.textContent).toBe(`sent ${count} of 9 files`)
  }

  await translateOnce()
  for (const [font, text] of originals) if (font.isConnected) font.replaceWith(text)
  await settle()

  change(page(4))
  expect(paragraph.textContent).toBe('sent 4 of 9 files')
})
