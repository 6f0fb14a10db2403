import { type Html, html } from '../platform/http/html.ts'

export function renderProse(text: string): Html {
  return html`${text.split('`').map((part, i) => (i % 2 ? html`<code>${part}</code>` : html`${part}`))}`
}
