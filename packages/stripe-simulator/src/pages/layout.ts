import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { type Html, html, toText, trusted } from './html.ts'

const style = readFileSync(new URL('./style.css', import.meta.url), 'utf8')
const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`

const policy = [
  "default-src 'none'",
  `style-src '${styleHash}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

export function sendPage(response: ServerResponse, title: string, body: Html, status = 200) {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    })
    .end(
      toText(html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${trusted(style)}</style>
</head>
<body>
<header class="testband"><strong>TEST MODE</strong><span>A stand-in for Stripe on this computer. No money moves.</span></header>
${body}
</body>
</html>`),
    )
}

export function redirect(response: ServerResponse, url: string) {
  response.writeHead(303, { location: url, 'cache-control': 'no-store' }).end()
}

export function formatDay(at: number) {
  return new Date(at * 1_000).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}

export function formatTime(at: number) {
  return new Date(at * 1_000).toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  })
}

export function renderError(message: string | null) {
  return message && html`<p class="wrong" role="alert">${message}</p>`
}

export const CARDS = [
  ['4242 4242 4242 4242', 'Card succeeds', ''],
  ['4000 0000 0000 0002', 'Card is declined', ''],
  ['4000 0000 0000 0341', 'Card fails at renewal', ', the subscription becomes past due'],
] as const

export function renderCardChoices(withoutCard: Html | null) {
  return html`<fieldset><legend>Outcome</legend>${withoutCard}${CARDS.map(
    ([number, title, more], i) => html`
<label class="choice"><input type="radio" name="card" value="${number}"${!withoutCard && i === 0 && html` checked`}>
<span><strong>${title}</strong><small>${number}${more}</small></span></label>`,
  )}</fieldset>`
}
