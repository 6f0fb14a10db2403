import { type Html, html } from '../http/html.ts'
import type { Email } from './email.ts'
import { formatMailbox, renderPage, SANDBOX, withLinks } from './mailbox-pages.ts'

export interface Preview {
  name: string
  write(): Email
}

export const COLOUR_SCHEMES = ['light', 'dark'] as const
export type ColourScheme = (typeof COLOUR_SCHEMES)[number]

export function previewListPage(previews: Preview[]): Html {
  const row = ({ name, write }: Preview, n: number) => html`
<li><a href="emails/${n}">${name}</a><span>${write().subject}</span></li>`
  return renderPage(
    'Emails',
    html`
<nav><a href="mailbox">Mailbox</a></nav>
<h1>Emails</h1>
<p class="lead">Every email that Portico sends, with sample words. None of these has been sent.</p>
<ul>${previews.map(row)}</ul>`,
  )
}

export function previewPage({ name, write }: Preview, n: number): Html {
  const { to, from, replyTo, subject, text } = write()
  const frames = (scheme: ColourScheme) => html`
<h2>${scheme === 'light' ? 'In the light' : 'In the dark'}</h2>
<div class="widths" tabindex="0" role="group" aria-label="${scheme}, wide and narrow">
${['desktop', 'phone'].map(
  (width) => html`
<iframe class="${width}" src="${n}/${scheme}" title="${name}, ${scheme}, ${width}" sandbox="${SANDBOX}"></iframe>`,
)}
</div>`
  return renderPage(
    name,
    html`
<nav><a href="../emails">All emails</a></nav>
<h1>${name}</h1>
<dl>
<div><dt>Subject</dt><dd>${subject}</dd></div>
${from && html`<div><dt>In the name of</dt><dd>${from}</dd></div>`}
<div><dt>To</dt><dd>${formatMailbox(to)}</dd></div>
${replyTo && html`<div><dt>Answers go to</dt><dd>${formatMailbox(replyTo)}</dd></div>`}
</dl>
${COLOUR_SCHEMES.map(frames)}
<h2>Plain text</h2>
<pre tabindex="0" aria-label="The email as plain text">${withLinks(text)}</pre>`,
  )
}

/** Shows the email in this scheme, whatever the browser prefers. */
export function forceColourScheme(email: string, scheme: ColourScheme) {
  return email
    .replaceAll('(prefers-color-scheme: dark)', scheme === 'dark' ? 'all' : 'not all')
    .replaceAll('light dark', scheme)
}
