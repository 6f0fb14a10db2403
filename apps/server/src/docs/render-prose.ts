import { type Html, html } from '../platform/http/html.ts'

/** Text between backticks becomes code. */
export function renderProse(text: string): Html {
  return html`${text.split('`').map((part, i) => (i % 2 ? html`<code>${part}</code>` : html`${part}`))}`
}
