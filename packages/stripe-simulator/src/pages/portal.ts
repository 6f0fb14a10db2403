import type { SimulatorContext } from '../context.ts'
import { createProrationLines, formatPounds } from '../invoices.ts'
import type { PaymentMethod } from '../objects/customer.ts'
import type { Invoice } from '../objects/invoice.ts'
import type { PortalSession } from '../objects/portal.ts'
import type { Subscription } from '../objects/subscription.ts'
import { findRequestedChange } from '../portal.ts'
import { findNextPrice } from '../schedules.ts'
import { findCustomer, findProductName, isLive, listSubscriptionsOf } from '../stored-objects.ts'
import { type Html, html } from './html.ts'
import { formatDay, renderCardChoices, renderError } from './layout.ts'

export function renderPortalPage(
  context: SimulatorContext,
  session: PortalSession,
  wrong: string | null,
): Html {
  return findRequestedChange(context, session)
    ? changePage(context, session, wrong)
    : homePage(context, session, wrong)
}

function changePage(context: SimulatorContext, session: PortalSession, wrong: string | null): Html {
  const { subscription, price } = findRequestedChange(context, session) as NonNullable<
    ReturnType<typeof findRequestedChange>
  >
  const [item] = subscription.items.data
  const names = { old: findProductName(context, item.price), new: findProductName(context, price) }
  const lines =
    subscription.status === 'trialing' ? [] : createProrationLines(subscription, price, names, context.now())
  const owed = lines.reduce(
    (sum, { amount }) => sum + amount,
    findCustomer(context, session.customer).balance,
  )
  const due = Math.max(0, owed)
  return html`<main class="two">
<section>
<p><a href="${session.return_url ?? '/'}">Back to Portico</a></p>
<p>Change from ${names.old} to</p>
<p class="price">${names.new}</p>
<dl class="sum">
${lines.map(({ description, amount }) => html`<div><dt>${description}</dt><dd>${formatPounds(amount)}</dd></div>`)}
<div class="total"><dt>Due today</dt><dd>${formatPounds(due)}</dd></div>
</dl>
${owed < 0 && html`<p class="muted">${formatPounds(-owed)} stays in credit and is taken off the next invoices.</p>`}
<p class="muted">Then ${formatPounds(price.unit_amount)} a month, next on ${formatDay(item.current_period_end)}.</p>
</section>
<section>
<h1>Confirm your change</h1>
<p>${cardInWords(context, session.customer)}</p>
${renderError(wrong)}
<form method="post" action="/dev/stripe/portal/${session.id}/confirm">
<div class="actions"><button>Confirm</button><a class="button quiet" href="${session.return_url ?? '/'}">Go back</a></div>
</form>
</section>
</main>`
}

function homePage(context: SimulatorContext, session: PortalSession, wrong: string | null): Html {
  const subscriptions = listSubscriptionsOf(context, session.customer).filter(isLive)
  const invoices = context.store
    .list<Invoice>('invoice')
    .filter(({ customer }) => customer === session.customer)
  const action = `/dev/stripe/portal/${session.id}`
  return html`<main class="page">
<p><a href="${session.return_url ?? '/'}">Back to Portico</a></p>
<h1>Billing</h1>
${renderError(wrong)}
${invoices
  .filter(({ status }) => status === 'open')
  .map(
    (invoice) => html`<form method="post" action="${action}/pay/${invoice.id}">
<p>Invoice ${invoice.number} of ${formatDay(invoice.created)} is not paid yet.</p>
<div class="actions"><button>Pay ${formatPounds(invoice.amount_remaining)}</button></div></form>`,
  )}
<h2>Subscription</h2>
${subscriptions.length === 0 && html`<p>There is no subscription.</p>`}
${subscriptions.map((subscription) => {
  const [{ price, current_period_end }] = subscription.items.data
  const next = findNextPrice(context, subscription) ?? price
  const then = endsBySelf(context, subscription)
    ? 'Ends'
    : next === price
      ? 'The next payment is'
      : `Changes to ${findProductName(context, next)}, ${formatPounds(next.unit_amount)} a month,`
  return html`<p>${findProductName(context, price)}, ${formatPounds(price.unit_amount)} a month (${subscription.status.replace('_', ' ')}). ${then} on ${formatDay(current_period_end)}.</p>`
})}
<h2>Payment method</h2>
<p>${cardInWords(context, session.customer)}</p>
<form method="post" action="${action}/card">
${renderCardChoices(null)}
<div class="actions"><button>Save card</button></div>
</form>
<h2>Invoices</h2>
${
  invoices.length === 0
    ? html`<p>There are no invoices yet.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Invoices"><table>
<thead><tr><th>Number</th><th>Date</th><th>Amount</th><th>Status</th></tr></thead>
<tbody>${invoices.map(
        (invoice) => html`<tr><td><a href="/dev/stripe/invoice/${invoice.id}">${invoice.number}</a></td>
<td>${formatDay(invoice.created)}</td><td>${formatPounds(invoice.total)}</td><td>${invoice.status}</td></tr>`,
      )}</tbody></table></div>`
}
</main>`
}

export function renderInvoicePage(invoice: Invoice): Html {
  return html`<main class="page"><p><a href="/">Back to Portico</a></p>
<h1>Invoice ${invoice.number}</h1>
<p>${formatDay(invoice.created)}, for ${invoice.customer_name ?? invoice.customer_email}. ${invoice.status === 'paid' ? 'Paid.' : 'Not paid yet.'}</p>
<dl class="sum">
${invoice.lines.data.map(({ description, amount }) => html`<div><dt>${description}</dt><dd>${formatPounds(amount)}</dd></div>`)}
${invoice.starting_balance !== 0 && html`<div><dt>Credit</dt><dd>${formatPounds(invoice.amount_due - invoice.total)}</dd></div>`}
<div class="total"><dt>${invoice.status === 'paid' ? 'Paid' : 'Due'}</dt><dd>${formatPounds(invoice.amount_due)}</dd></div>
</dl></main>`
}

function endsBySelf(context: SimulatorContext, { status, cancel_at_period_end, customer }: Subscription) {
  return cancel_at_period_end || (status === 'trialing' && !cardOf(context, customer))
}

function cardInWords(context: SimulatorContext, customer: string) {
  const card = cardOf(context, customer)
  return card ? `Visa ending in ${card.card.last4}.` : 'There is no card yet.'
}

function cardOf(context: SimulatorContext, customer: string) {
  const subscription = listSubscriptionsOf(context, customer).find(isLive)
  const id =
    subscription?.default_payment_method ??
    findCustomer(context, customer).invoice_settings.default_payment_method
  return id ? context.store.get<PaymentMethod>(id) : undefined
}
