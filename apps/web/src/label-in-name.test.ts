import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Whoever speaks to the browser says what they see, so the name of a control has to contain it (WCAG 2.5.3). */
test('the label of each link and button contains its visible text', () => {
  const folder = import.meta.dirname
  const controls = globSync('**/*.tsx', { cwd: folder })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) =>
      findLabelled(readFileSync(join(folder, file), 'utf8')).map((one) => ({ file, ...one })),
    )
  expect(controls.length).toBeGreaterThan(10)

  expect(controls.filter(({ label, visible }) => !label.includes(visible))).toEqual([])
})

/** An opening tag of a link or button, its label as a text or template, and the text that follows. */
const LABELLED =
  /<(?:a|button|Link|NavLink|Button)\b(?:=>|[^>])*?\saria-label=(?:"([^"]*)"|\{`([^`]*)`\})((?:=>|[^>])*)>([^<{]*)/g

function findLabelled(source: string) {
  return [...source.matchAll(LABELLED)]
    .filter(([, , , rest = '']) => !rest.endsWith('/'))
    .map(([, text, template, , visible = '']) => ({
      label: normalize((text ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, ' ')),
      visible: normalize(visible),
    }))
    .filter(({ visible }) => visible !== '')
}

const normalize = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
