import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tokenFor } from '../../test/fixtures.tsx'
import { earlyScript } from './early-reads.ts'
import { headScript } from './head-script.ts'

const inAnHour = Math.floor(Date.now() / 1_000) + 3_600
const usable = tokenFor({ sub: 'f1', role: 'freelancer', name: 'Zoë', exp: inAnHour })
const withoutEnd = tokenFor({ sub: 'f1', role: 'freelancer' })
const unusable: [string, string][] = [
  ['not a token', 'garbage'],
  ['two parts', usable.split('.').slice(0, 2).join('.')],
  ['four parts', `${usable}.more`],
  ['a payload that is not base64', 'a.%%%.c'],
  ['a payload that is not JSON', `a.${btoa('hello')}.c`],
  ['a payload that is null', `a.${btoa('null')}.c`],
  ['an end that has passed', tokenFor({ sub: 'f1', exp: Math.floor(Date.now() / 1_000) - 1 })],
  ['an end that is no number', tokenFor({ sub: 'f1', exp: 'soon' })],
  ['an empty text', ''],
]

/** Both scripts as a browser runs them while it reads the head of a page that React draws. */
function loadPage(area: 'freelancer' | 'client') {
  const sent = vi.fn(async () => Response.json({}))
  vi.stubGlobal('fetch', sent)
  const scripts = [earlyScript(area, area === 'client' ? '/client-dashboard' : '/'), headScript]
  // biome-ignore lint/security/noGlobalEval: our own constants, run as an inline script is
  for (const script of scripts) window.eval(script)
  return sent
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

afterEach(() => {
  delete document.documentElement.dataset.signedIn
  delete document.documentElement.dataset.frame
  delete window.porticoReads
})

test.for(['freelancer', 'client'] as const)('the %s area reads early with a usable token', (area) => {
  localStorage.setItem(`${area}Token`, usable)

  const sent = loadPage(area)

  expect(sent).toHaveBeenCalledTimes(3)
  expect(document.documentElement.dataset).toMatchObject({ signedIn: area, frame: area })
})

test('a token that does not say when it ends is usable', () => {
  localStorage.setItem('freelancerToken', withoutEnd)

  expect(loadPage('freelancer')).toHaveBeenCalledTimes(3)
})

test.for(
  unusable.flatMap(([what, token]) => (['freelancer', 'client'] as const).map((area) => [what, area, token])),
)('a stored token with %s is not sent from the %s area', ([, area = '', token = '']) => {
  localStorage.setItem(`${area}Token`, token)

  const sent = loadPage(area as 'freelancer' | 'client')

  expect(sent).not.toHaveBeenCalled()
  expect(window.porticoReads).toBeUndefined()
  expect(document.documentElement.dataset).not.toHaveProperty('signedIn')
})

test('a page that the browser brings back greets nobody who has logged out meanwhile', () => {
  localStorage.setItem('freelancerToken', usable)
  loadPage('freelancer')

  localStorage.clear()
  window.dispatchEvent(new Event('pageshow'))

  expect(document.documentElement.dataset).not.toHaveProperty('signedIn')
})

test('a freelancer who is a client too is greeted as a freelancer', () => {
  localStorage.setItem('freelancerToken', usable)
  localStorage.setItem('clientToken', usable)

  loadPage('client')

  expect(document.documentElement.dataset.signedIn).toBe('freelancer')
})
