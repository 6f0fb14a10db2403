import { type Html, html } from '../http/html.ts'
import { inWhole, page, SANDBOX, withLinks } from './mailbox-pages.ts'
import type { Letter } from './mailer.ts'

/** What a letter is called, and how it is written. */
export interface Preview {
  name: string
  write(): Letter
}

export const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

export function previewsPage(previews: Preview[]): Html {
  const row = ({ name, write }: Preview, n: number) => html`
<li><a href="/dev/letters/${n}">${name}</a><span>${write().subject}</span></li>`
  return page(
    'Letters',
    html`
<nav><a href="/dev/mailbox">Mailbox</a></nav>
<h1>Letters</h1>
<p class="lead">Every letter that Portico sends, with sample words. None of these has been sent.</p>
<ul>${previews.map(row)}</ul>`,
  )
}

export function previewPage({ name, write }: Preview, n: number): Html {
  const { to, from, replyTo, subject, text } = write()
  const frames = (scheme: Scheme) => html`
<h2>${scheme === 'light' ? 'In the light' : 'In the dark'}</h2>
<div class="widths" tabindex="0" role="group" aria-label="${scheme}, wide and narrow">
${['desktop', 'phone'].map(
  (width) => html`
<iframe class="${width}" src="/dev/letters/${n}/${scheme}" title="${name}, ${scheme}, ${width}" sandbox="${SANDBOX}"></iframe>`,
)}
</div>`
  return page(
    name,
    html`
<nav><a href="/dev/letters">All letters</a></nav>
<h1>${name}</h1>
<dl>
<div><dt>Subject</dt><dd>${subject}</dd></div>
${from && html`<div><dt>In the name of</dt><dd>${from}</dd></div>`}
<div><dt>To</dt><dd>${inWhole(to)}</dd></div>
${replyTo && html`<div><dt>Answers go to</dt><dd>${inWhole(replyTo)}</dd></div>`}
</dl>
${schemes.map(frames)}
<h2>Plain text</h2>
<pre tabindex="0" aria-label="The letter as plain text">${withLinks(text)}</pre>`,
  )
}

/** As a mail program in that scheme shows it, whatever this browser prefers. */
export function inScheme(letter: string, scheme: Scheme) {
  return letter
    .replaceAll('(prefers-color-scheme: dark)', scheme === 'dark' ? 'all' : 'not all')
    .replaceAll('light dark', scheme)
}
