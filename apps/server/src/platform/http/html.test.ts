import { expect, test } from 'vitest'
import { html, toText, trusted } from './html.ts'

test.for(['{{7*7}}', `\${7*7}`, '=1+1', '\u202eevil', '👩🏽‍🚀 أحمد'])('inserts %s unchanged', (text) => {
  expect(toText(html`<p>${text}</p>`)).toBe(`<p>${text}</p>`)
})

test('escapes markup in content and in attributes', () => {
  const name = `<b onclick="x">'&`

  expect(toText(html`<p title="${name}">${name}</p>`)).toBe(
    '<p title="&#60;b onclick=&#34;x&#34;&#62;&#39;&#38;">&#60;b onclick=&#34;x&#34;&#62;&#39;&#38;</p>',
  )
})

test('inserts nested fragments, and nothing for null, undefined and false', () => {
  const rows = ['a', '<'].map((text) => html`<li>${text}</li>`)

  expect(toText(html`<ul>${rows}</ul>${null}${undefined}${false}${0}`)).toBe(
    '<ul><li>a</li><li>&#60;</li></ul>0',
  )
  expect(toText(html`<style>${trusted('a > b {}')}</style>`)).toBe('<style>a > b {}</style>')
})
