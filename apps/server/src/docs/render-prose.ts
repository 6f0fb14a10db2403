import { type Html, html } from '../platform/http/html.ts'

/** A sentence in which what stands between backticks is code. */
export function renderProse(text: string): Html {
  return html`${text.split('`').map((part, i) => (i % 2 ? html`<code>${part}</code>` : html`${part}`))}`
}
