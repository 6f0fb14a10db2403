import { expect, test } from 'vitest'
import { html, toText, trusted } from './html.ts'

test.for(['{{7*7}}', `\${7*7}`, '=1+1', '\u202eevil', '👩🏽‍🚀 أحمد'])('%s is put in as it is', (text) => {
  expect(toText(html`<p>${text}</p>`)).toBe(`<p>${text}</p>`)
})

test('what could be read as markup is escaped, in content and in attributes', () => {
  const name = `<b onclick="x">'&`

  expect(toText(html`<p title="${name}">${name}</p>`)).toBe(
    '<p title="&#60;b onclick=&#34;x&#34;&#62;&#39;&#38;">&#60;b onclick=&#34;x&#34;&#62;&#39;&#38;</p>',
  )
})

test('pieces are put into pieces, and nothing into nothing', () => {
  const rows = ['a', '<'].map((text) => html`<li>${text}</li>`)

  expect(toText(html`<ul>${rows}</ul>${null}${undefined}${false}${0}`)).toBe(
    '<ul><li>a</li><li>&#60;</li></ul>0',
  )
  expect(toText(html`<style>${trusted('a > b {}')}</style>`)).toBe('<style>a > b {}</style>')
})
