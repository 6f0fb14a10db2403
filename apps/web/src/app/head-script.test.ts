import { afterEach, beforeEach, expect, test } from 'vitest'
import { blockStorage, tokenFor } from '../../test/fixtures.tsx'
import headScript from './head-script.ts?inline-script'

const inAnHour = Math.floor(Date.now() / 1_000) + 3_600
const usable = tokenFor({ sub: 'f1', role: 'freelancer', name: 'Zoë', exp: inAnHour })
const withoutEnd = tokenFor({ sub: 'f1', role: 'freelancer' })
const unusable: [string, string][] = [
  ['text', 'garbage'],
  ['of two parts', usable.split('.').slice(0, 2).join('.')],
  ['of four parts', `${usable}.more`],
  ['not base64', 'a.%%%.c'],
  ['not JSON', `a.${btoa('hello')}.c`],
  ['null', `a.${btoa('null')}.c`],
  ['without a numeric expiry', tokenFor({ sub: 'f1', exp: 'soon' })],
  ['empty', ''],
]

/** Runs the built text as a browser does while it parses the head of a page. */
function runHeadScript() {
  // biome-ignore lint/security/noGlobalEval: our own constant, run as an inline script is
  window.eval(headScript)
}

beforeEach(() => window.history.replaceState(null, '', '/pricing'))

afterEach(() => {
  delete document.documentElement.dataset.signedIn
  delete document.documentElement.dataset.brand
})

test.for(['freelancer', 'client'] as const)('marks the page of a signed-in %s', (area) => {
  localStorage.setItem(`${area}Token`, usable)

  runHeadScript()

  expect(document.documentElement.dataset.signedIn).toBe(area)
})

test('accepts a token without an expiry', () => {
  localStorage.setItem('freelancerToken', withoutEnd)

  runHeadScript()

  expect(document.documentElement.dataset.signedIn).toBe('freelancer')
})

test('lets the server judge the time of a token, because the clock of the device may be wrong', () => {
  localStorage.setItem('freelancerToken', tokenFor({ sub: 'f1', exp: inAnHour - 90_000_000 }))

  runHeadScript()

  expect(document.documentElement.dataset.signedIn).toBe('freelancer')
})

test('runs without storage', () => {
  blockStorage()

  runHeadScript()

  expect(document.documentElement.dataset).not.toHaveProperty('signedIn')
})

test.for(unusable)('does not mark a visitor as logged in by a token that is %s', ([, token]) => {
  localStorage.setItem('freelancerToken', token)
  localStorage.setItem('clientToken', token)

  runHeadScript()

  expect(document.documentElement.dataset).not.toHaveProperty('signedIn')
})

test('brings nothing but names from the modules it imports, since it is in every page', () => {
  expect(headScript.length).toBeLessThan(2_420)
})

test('asks for the client who was signed in before, by name, where nobody is signed in', () => {
  localStorage.setItem('portico.known-client', 'Zoë <b>')
  document.body.innerHTML = 'Are you <span data-client-name>a client</span>?'

  runHeadScript()

  expect(document.documentElement.dataset.signedIn).toBe('before')
  expect(document.body.textContent).toBe('Are you Zoë <b>?')
  localStorage.setItem('freelancerToken', usable)
  window.dispatchEvent(new Event('pageshow'))
  expect(document.documentElement.dataset.signedIn).toBe('freelancer')
})

test('applies the brand of the portal that was open last, on pages of clients alone', () => {
  localStorage.setItem(
    'portico.brand',
    JSON.stringify({ name: 'Marsh Studio', css: 'html:root{--accent:#0a66c2}' }),
  )
  const sheets = () =>
    document.adoptedStyleSheets.map((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText))

  history.replaceState(null, '', '/projects')
  runHeadScript()
  expect(document.documentElement.dataset).not.toHaveProperty('brand')
  history.replaceState(null, '', '/client-dashboard/chat')
  runHeadScript()

  expect(document.documentElement.dataset.brand).toBe('Marsh Studio')
  expect(sheets().flat().join()).toContain('#0a66c2')
})

test.for(['', '{', 'null', '{"css":5}', '[]'])('goes on without a brand that is stored as %j', (stored) => {
  localStorage.setItem('portico.brand', stored)
  history.replaceState(null, '', '/client-login')

  runHeadScript()

  expect(document.documentElement.dataset).not.toHaveProperty('brand')
})

test('removes the mark when the browser restores the page after a logout', () => {
  localStorage.setItem('freelancerToken', usable)
  runHeadScript()

  localStorage.clear()
  window.dispatchEvent(new Event('pageshow'))

  expect(document.documentElement.dataset).not.toHaveProperty('signedIn')
})

test('marks a freelancer who is a client too as a freelancer', () => {
  localStorage.setItem('freelancerToken', usable)
  localStorage.setItem('clientToken', usable)

  runHeadScript()

  expect(document.documentElement.dataset.signedIn).toBe('freelancer')
})

test.for([
  ['a file beside fields', 'Files', 'P', true],
  ['a file on a field for text', 'Files', 'TEXTAREA', true],
  ['a file on a field for files', 'Files', 'INPUT', false],
  ['a link beside fields', 'text/uri-list', 'P', true],
  ['text on a field', 'text/plain', 'TEXTAREA', false],
] as const)('%s never replaces the page when it is dropped', ([, type, on, isHeld]) => {
  runHeadScript()
  document.body.innerHTML = '<p></p><textarea></textarea><input type="file">'
  const target = document.querySelector(on) as Element

  for (const name of ['dragover', 'drop']) {
    const dataTransfer = { types: [type], dropEffect: 'copy' }
    const event = Object.assign(new Event(name, { bubbles: true, cancelable: true }), { dataTransfer })
    target.dispatchEvent(event)
    expect(event.defaultPrevented, name).toBe(isHeld)
    expect(dataTransfer.dropEffect, 'what the pointer shows').toBe(isHeld ? 'none' : 'copy')
  }
})
