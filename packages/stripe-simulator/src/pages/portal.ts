import { pounds, prorationLines } from '../invoices.ts'
import type { PaymentMethod } from '../objects/customer.ts'
import type { Invoice } from '../objects/invoice.ts'
import type { PortalSession } from '../objects/portal.ts'
import type { Subscription } from '../objects/subscription.ts'
import { changeAskedFor } from '../portal.ts'
import { nextPriceOf } from '../schedules.ts'
import { customerOfId, isLive, nameOf, subscriptionsOf } from '../stored.ts'
import type { World } from '../world.ts'
import { type Html, html } from './html.ts'
import { cardChoices, complaint, day } from './layout.ts'

export function portalPage(world: World, session: PortalSession, wrong: string | null): Html {
  return changeAskedFor(world, session) ? changePage(world, session, wrong) : homePage(world, session, wrong)
}

function changePage(world: World, session: PortalSession, wrong: string | null): Html {
  const { subscription, price } = changeAskedFor(world, session) as NonNullable<
    ReturnType<typeof changeAskedFor>
  >
  const [item] = subscription.items.data
  const names = { old: nameOf(world, item.price), new: nameOf(world, price) }
  const lines =
    subscription.status === 'trialing' ? [] : prorationLines(subscription, price, names, world.now())
  const owed = lines.reduce((sum, { amount }) => sum + amount, customerOfId(world, session.customer).balance)
  const due = Math.max(0, owed)
  return html`<main class="two">
<section>
<p><a href="${session.return_url ?? '/'}">Back to Portico</a></p>
<p>Change from ${names.old} to</p>
<p class="price">${names.new}</p>
<dl class="sum">
${lines.map(({ description, amount }) => html`<div><dt>${description}</dt><dd>${pounds(amount)}</dd></div>`)}
<div class="total"><dt>Due today</dt><dd>${pounds(due)}</dd></div>
</dl>
${owed < 0 && html`<p class="muted">${pounds(-owed)} stays in credit and is taken off the next invoices.</p>`}
<p class="muted">Then ${pounds(price.unit_amount)} a month, next on ${day(item.current_period_end)}.</p>
</section>
<section>
<h1>Confirm your change</h1>
<p>${cardInWords(world, session.customer)}</p>
${complaint(wrong)}
<form method="post" action="/dev/stripe/portal/${session.id}/confirm">
<div class="actions"><button>Confirm</button><a class="button quiet" href="${session.return_url ?? '/'}">Go back</a></div>
</form>
</section>
</main>`
}

function homePage(world: World, session: PortalSession, wrong: string | null): Html {
  const subscriptions = subscriptionsOf(world, session.customer).filter(isLive)
  const invoices = world.store
    .list<Invoice>('invoice')
    .filter(({ customer }) => customer === session.customer)
  const action = `/dev/stripe/portal/${session.id}`
  return html`<main class="page">
<p><a href="${session.return_url ?? '/'}">Back to Portico</a></p>
<h1>Billing</h1>
${complaint(wrong)}
${invoices
  .filter(({ status }) => status === 'open')
  .map(
    (invoice) => html`<form method="post" action="${action}/pay/${invoice.id}">
<p>Invoice ${invoice.number} of ${day(invoice.created)} is not paid yet.</p>
<div class="actions"><button>Pay ${pounds(invoice.amount_remaining)}</button></div></form>`,
  )}
<h2>Subscription</h2>
${subscriptions.length === 0 && html`<p>There is no subscription.</p>`}
${subscriptions.map((subscription) => {
  const [{ price, current_period_end }] = subscription.items.data
  const next = nextPriceOf(world, subscription) ?? price
  const then = endsBySelf(world, subscription)
    ? 'Ends'
    : next === price
      ? 'The next payment is'
      : `Changes to ${nameOf(world, next)}, ${pounds(next.unit_amount)} a month,`
  return html`<p>${nameOf(world, price)}, ${pounds(price.unit_amount)} a month (${subscription.status.replace('_', ' ')}). ${then} on ${day(current_period_end)}.</p>`
})}
<h2>Payment method</h2>
<p>${cardInWords(world, session.customer)}</p>
<form method="post" action="${action}/card">
${cardChoices(null)}
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
<td>${day(invoice.created)}</td><td>${pounds(invoice.total)}</td><td>${invoice.status}</td></tr>`,
      )}</tbody></table></div>`
}
</main>`
}

export function invoicePage(invoice: Invoice): Html {
  return html`<main class="page"><p><a href="/">Back to Portico</a></p>
<h1>Invoice ${invoice.number}</h1>
<p>${day(invoice.created)}, for ${invoice.customer_name ?? invoice.customer_email}. ${invoice.status === 'paid' ? 'Paid.' : 'Not paid yet.'}</p>
<dl class="sum">
${invoice.lines.data.map(({ description, amount }) => html`<div><dt>${description}</dt><dd>${pounds(amount)}</dd></div>`)}
${invoice.starting_balance !== 0 && html`<div><dt>Credit</dt><dd>${pounds(invoice.amount_due - invoice.total)}</dd></div>`}
<div class="total"><dt>${invoice.status === 'paid' ? 'Paid' : 'Due'}</dt><dd>${pounds(invoice.amount_due)}</dd></div>
</dl></main>`
}

function endsBySelf(world: World, { status, cancel_at_period_end, customer }: Subscription) {
  return cancel_at_period_end || (status === 'trialing' && !cardOf(world, customer))
}

function cardInWords(world: World, customer: string) {
  const card = cardOf(world, customer)
  return card ? `Visa ending in ${card.card.last4}.` : 'There is no card yet.'
}

function cardOf(world: World, customer: string) {
  const subscription = subscriptionsOf(world, customer).find(isLive)
  const id =
    subscription?.default_payment_method ??
    customerOfId(world, customer).invoice_settings.default_payment_method
  return id ? world.store.get<PaymentMethod>(id) : undefined
}
