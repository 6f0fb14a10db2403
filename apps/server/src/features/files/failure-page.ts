import { hash } from 'node:crypto'
import type { Problem } from '@portico/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html, toText, trusted } from '../../platform/http/html.ts'

/** A link to a file opens in its own tab, where an error is shown as a page. Other requests get JSON. */
export function showFailuresAsPages(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== 'string' || !opensInTab(request)) return payload
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY)
    return pageFor(JSON.parse(payload))
  })
}

function opensInTab({ headers: { accept = '' } }: FastifyRequest) {
  return accept.startsWith('text/html')
}

function pageFor({ message }: Problem) {
  return toText(html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portico | File not available</title>
<style>${trusted(css)}</style>
</head>
<body><main>
<h1>This file cannot be opened</h1>
<p>${message}</p>
</main></body>
</html>
`)
}

const css = `
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #1c1917; --soft: #4f4943; }
@media (prefers-color-scheme: dark) { :root { --paper: #171513; --ink: #f2ede4; --soft: #c8c0b4; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 0.9375rem/1.5rem system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 36rem; margin: 0 auto; padding: 5rem clamp(1rem, 4vw, 3rem); }
h1 { margin: 0 0 0.75rem; font: 460 2rem/2.5rem Georgia, serif; letter-spacing: -0.018em; text-wrap: balance; }
p { margin: 0; color: var(--soft); }
`
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', css, 'base64')}'; frame-ancestors 'none'`
