import { gunzipSync } from 'node:zlib'
import { describe } from 'vitest'
import { expect, test } from '../../test/fixtures.ts'
import { listProblems } from './problems.ts'

describe('the documentation page', () => {
  test('has every operation, schema and error code, and no broken link', async ({ app }) => {
    const document = (await app.inject('/api/openapi.json')).json()
    const { body, headers } = await app.inject('/api/docs')

    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    const links = [...body.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(links.filter((id) => !ids.includes(id))).toEqual([])
    const operations = Object.values<Record<string, { operationId: string }>>(document.paths)
    for (const path of operations)
      for (const { operationId } of Object.values(path)) expect(ids).toContain(operationId)
    for (const { code } of listProblems()) expect(ids).toContain(code)
  })

  test('runs no script, loads nothing from elsewhere, and states the rules of each field', async ({
    app,
  }) => {
    const { body, headers } = await app.inject('/api/docs')

    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(body).not.toMatch(/<script|<style| style=| on\w+=|\[object|undefined/)
    expect(body).toContain('<span class="rule">text, 1 to 200 characters, or <code>null</code>.</span>')
    expect(body).toContain(
      '<span class="rule">whole number, 1 to 200; <code>100</code> when left out.</span>',
    )
    expect(body).toContain('Needs the session of a freelancer or a client.')
  })

  test('uses the app’s design tokens and typefaces', async ({ app }) => {
    const style = await app.inject('/api/docs/style.css')
    const font = await app.inject('/api/docs/fonts/fraunces.woff2')

    expect(style.headers['content-type']).toBe('text/css; charset=utf-8')
    expect(style.body).toContain('--paper:')
    expect(style.body.slice(style.body.indexOf('@font-face'))).not.toMatch(/#[\da-f]{3,8}\b/i)
    expect(font.headers['content-type']).toBe('font/woff2')
    expect(font.rawPayload.subarray(0, 4).toString()).toBe('wOF2')
    for (const name of ['arial.woff2', '__proto__', '..%2fpage.css']) {
      expect((await app.inject(`/api/docs/fonts/${name}`)).statusCode).toBe(404)
    }
  })
})

test('shows examples that can be pasted into a shell', async ({ app }) => {
  const { body } = await app.inject('/api/docs')

  const update = body.slice(body.indexOf('id="clientsUpdate"'), body.indexOf('id="clientsRemove"'))
  expect(update).toContain('/api/clients/01980f61-0b7e-7c55-8d13-90e2c4b6a718&#39; \\\n  -X PUT \\\n')
  expect(update).toContain('-H &#34;Authorization: Bearer $TOKEN&#34; \\\n')
  expect(update).toContain('-d &#39;{\n  &#34;company&#34;: &#34;Northwind Bakery &#38; Café&#34;\n}&#39;')
})

test('serves the OpenAPI document with a cache lifetime, compression and an ETag', async ({ app }) => {
  const plain = await app.inject('/api/openapi.json')
  const gzipped = await app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'br, gzip' } })
  const repeated = await app.inject({
    url: '/api/openapi.json',
    headers: { 'if-none-match': String(plain.headers.etag) },
  })

  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=300',
    'content-type': 'application/json; charset=utf-8',
    vary: 'Origin, Accept-Encoding',
  })
  expect(gzipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe(plain.body)
  expect(repeated).toMatchObject({ statusCode: 304, body: '' })
})
