import { hash } from 'node:crypto'
import { type Html, html, trusted } from '../http/html.ts'
import type { CapturedEmail } from './captured.ts'
import type { Mailbox } from './email.ts'

export function listPage(emails: CapturedEmail[]): Html {
  const row = ({ id, to, subject, sentAt }: CapturedEmail) => html`
<li><a href="mailbox/${id}">${subject}</a><span>${to.address}</span>${formatTime(sentAt)}</li>`
  return renderPage(
    'Mailbox',
    html`
<h1>Mailbox</h1>
<p class="lead">Emails that Portico would have sent: those with priority first, then the newest. Nothing leaves this machine until SMTP_URL is set.</p>
<nav><a href="emails">Every email there is, with sample words</a></nav>
${emails.length > 0 ? html`<ul>${sortByPriority(emails).map(row)}</ul>` : html`<p class="none">No emails yet.</p>`}`,
  )
}

function sortByPriority(emails: CapturedEmail[]) {
  const { urgent = [], other = [] } = Object.groupBy(emails, ({ priority }) =>
    priority ? 'urgent' : 'other',
  )
  return [...urgent, ...other]
}

export function emailPage({ id, subject, sentAt, from, to, replyTo, text }: CapturedEmail): Html {
  return renderPage(
    subject,
    html`
<nav><a href="../mailbox">All emails</a></nav>
<h1>${subject}</h1>
<dl>
<div><dt>From</dt><dd>${formatMailbox(from)}</dd></div>
<div><dt>To</dt><dd>${formatMailbox(to)}</dd></div>
${replyTo && html`<div><dt>Answers go to</dt><dd>${formatMailbox(replyTo)}</dd></div>`}
<div><dt>Sent</dt><dd>${formatTime(sentAt)}</dd></div>
</dl>
<iframe src="${id}/email" title="The email" sandbox="${SANDBOX}"></iframe>
<h2>Plain text</h2>
<pre tabindex="0" aria-label="The email as plain text">${withLinks(text)}</pre>`,
  )
}

export const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox'

const formatTime = (instant: string) => {
  const words = new Date(instant).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'medium' })
  return html`<time datetime="${instant}">${words}</time>`
}

export const formatMailbox = ({ name, address }: Mailbox) => (name ? `${name} <${address}>` : address)

export function withLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, i) =>
      i % 2 ? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : html`${part}`,
    )
}

const css = `
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #1c1917; --soft: #4f4943; --muted: #6b645b; --line: #e7e2d9; --link: #a0481f; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #171513; --ink: #f2ede4; --soft: #c8c0b4; --muted: #a49b8e; --line: #2e2a25; --link: #e99a6f; }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 0.9375rem/1.5rem system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 50rem; margin: 0 auto; padding: 2.5rem clamp(1rem, 4vw, 3rem) 4rem; }
h1, h2 { font-family: Georgia, serif; font-weight: 460; letter-spacing: -0.018em; }
h1 { margin: 0; font-size: 2rem; line-height: 2.5rem; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.3125rem; line-height: 1.75rem; }
a { color: var(--link); text-underline-offset: 0.2em; }
a:focus-visible, pre:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.lead, .none, nav { color: var(--soft); }
nav { margin-bottom: 1.5rem; }
ul { list-style: none; margin: 2rem 0 0; padding: 0; border-top: 1px solid var(--line); }
li { display: grid; gap: 0 1.5rem; padding: 0.875rem 0; border-bottom: 1px solid var(--line); }
li a { font-weight: 500; }
li span, time { color: var(--muted); }
dl { margin: 1.5rem 0; }
dl div { display: flex; gap: 1rem; }
dt { flex: 0 0 8rem; color: var(--muted); }
dd { margin: 0; }
iframe, pre { box-sizing: border-box; }
.widths { display: flex; gap: 1.5rem; overflow-x: auto; padding-bottom: 1rem; }
.widths iframe { flex: 0 0 auto; }
main:has(.widths) { max-width: 72rem; }
.desktop { width: 42rem; }
.phone { width: 24.375rem; }
iframe { display: block; width: 100%; height: 46rem; border: 1px solid var(--line); border-radius: 12px; }
pre { margin: 0; padding: 1.25rem; border: 1px solid var(--line); border-radius: 12px; white-space: pre-wrap; }
@media (min-width: 44rem) { li { grid-template-columns: 1fr auto; } li a { grid-column: 1 / -1; } }
`
export const STYLE_HASH = `sha256-${hash('sha256', css, 'base64')}`

export function renderPage(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portico | ${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${trusted(css)}</style>
</head>
<body><main>${content}
</main></body>
</html>
`
}
