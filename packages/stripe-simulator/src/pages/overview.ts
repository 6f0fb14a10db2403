import type { SimulatorContext } from '../context.ts'
import { readClock } from '../context.ts'
import { findNextDueEvent } from '../due-events.ts'
import { formatPounds } from '../invoices.ts'
import type { Session } from '../objects/checkout.ts'
import type { Customer } from '../objects/customer.ts'
import type { Event } from '../objects/event.ts'
import type { Invoice } from '../objects/invoice.ts'
import type { Subscription } from '../objects/subscription.ts'
import { findNextPrice } from '../schedules.ts'
import { type Html, html } from './html.ts'
import { formatDay, formatTime } from './layout.ts'

const MAX_ROWS = 100

export function renderOverviewPage(context: SimulatorContext): Html {
  const { customers, subscriptions, invoices, sessions, events } = listAllObjects(context)
  const next = findNextDueEvent(context)
  return html`<main class="page">
<h1>Stripe, simulated</h1>
<p>It is ${formatTime(context.now())} here${readClock(context.store).ahead > 0 && ', ahead of the clock on the wall'}. ${next ? `Next something happens on ${formatTime(next.at)}.` : 'Nothing is due.'}</p>
<div class="actions">
${[1, 7, 31].map(
  (days) =>
    html`<form class="row" method="post" action="stripe/clock"><input type="hidden" name="days" value="${days}"><button class="quiet">${days === 1 ? 'One day on' : `${days} days on`}</button></form>`,
)}
${next && html`<form class="row" method="post" action="stripe/clock"><input type="hidden" name="until" value="${next.at}"><button>To the next event</button></form>`}
</div>
${table(
  'Subscriptions',
  ['Id', 'Customer', 'Price', 'Status', 'Period ends', 'Card'],
  subscriptions,
  (one) => {
    const [{ price, current_period_end }] = one.items.data
    return [
      one.id,
      one.customer,
      price.lookup_key ?? price.id,
      statusText(context, one),
      formatTime(current_period_end),
      one.default_payment_method ?? 'none',
    ]
  },
)}
${table('Customers', ['Id', 'Name', 'Email', 'Credit'], customers, (one) => [one.id, one.name ?? '', one.email ?? '', formatPounds(-one.balance)])}
${table('Invoices', ['Id', 'Customer', 'Amount', 'Status', 'Attempts', 'Date'], invoices, (one) => [one.id, one.customer, formatPounds(one.total), one.status ?? '', String(one.attempt_count), formatDay(one.created)])}
${table('Checkouts', ['Id', 'Customer', 'Status'], sessions, (one) => [one.id, one.customer, one.status ?? ''])}
${table('Events', ['Id', 'Type', 'About', 'Delivered', 'At'], events, (one) => [one.id, one.type, (one.data.object as { id: string }).id, one.pending_webhooks === 0 ? 'yes' : 'not yet', formatTime(one.created)])}
</main>`
}

function statusText(context: SimulatorContext, one: Subscription) {
  if (one.cancel_at_period_end) return `${one.status}, ends then`
  const next = findNextPrice(context, one)
  return next ? `${one.status}, then ${next.lookup_key ?? next.id}` : one.status
}

export function listAllObjects({ store, now }: SimulatorContext) {
  return {
    now: now(),
    customers: store.list<Customer>('customer').slice(0, MAX_ROWS),
    subscriptions: store.list<Subscription>('subscription').slice(0, MAX_ROWS),
    invoices: store.list<Invoice>('invoice').slice(0, MAX_ROWS),
    sessions: store.list<Session>('checkout.session').slice(0, MAX_ROWS),
    events: store.list<Event>('event').slice(0, MAX_ROWS),
  }
}

function table<T>(title: string, heads: string[], things: T[], cells: (thing: T) => string[]): Html {
  const rows = things.map(
    (thing) =>
      html`<tr>${cells(thing).map((cell, i) => (i === 0 ? html`<td><code>${cell}</code></td>` : html`<td>${cell}</td>`))}</tr>`,
  )
  return html`<h2>${title}</h2>
${
  things.length === 0
    ? html`<p>None yet.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><thead><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`
}`
}
