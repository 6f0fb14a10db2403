import { needsCard, readOrder, returnUrl } from '../checkout.ts'
import type { SimulatorContext } from '../context.ts'
import { formatPounds } from '../invoices.ts'
import type { Session } from '../objects/checkout.ts'
import { findProductName } from '../stored-objects.ts'
import { type Html, html } from './html.ts'
import { formatDay, renderCardChoices, renderError } from './layout.ts'

const DAY_SECONDS = 86_400

export function renderCheckoutPage(context: SimulatorContext, session: Session, wrong: string | null): Html {
  const { price, trialDays } = readOrder(context, session)
  const name = findProductName(context, price)
  const full = formatPounds(price.unit_amount)
  const firstDay = formatDay(context.now() + trialDays * DAY_SECONDS)
  return html`<main class="two">
<section>
<p><a href="${session.cancel_url ?? '/'}">Back to Portico</a></p>
<p>Subscribe to ${name}</p>
<p class="price">${full} <small>a month</small></p>
<dl class="sum">
<div><dt>${name}</dt><dd>${full}</dd></div>
${trialDays > 0 && html`<div><dt>${trialDays}-day free trial</dt><dd>−${full}</dd></div>`}
<div class="total"><dt>Due today</dt><dd>${formatPounds(session.amount_total ?? 0)}</dd></div>
</dl>
${
  trialDays > 0
    ? html`<p class="muted">Then ${full} on ${firstDay}, unless you cancel before.</p>`
    : html`<p class="muted">Then ${full} every month, unless you cancel.</p>`
}
</section>
<section>
<h1>How should this payment go?</h1>
<p>Choose an outcome to try what follows it.</p>
${renderError(wrong)}
<form method="post">
${renderCardChoices(needsCard(session) ? null : noCard)}
<div class="field"><label for="email">Email</label><input id="email" type="email" value="${session.customer_details?.email}" disabled></div>
<div class="actions">
<button>${trialDays > 0 ? 'Start trial' : `Pay ${full} and subscribe`}</button>
<a class="button quiet" href="${session.cancel_url ?? '/'}">Cancel and go back</a>
</div>
</form>
</section>
</main>`
}

const noCard = html`
<label class="choice"><input type="radio" name="card" value="" checked>
<span><strong>No card</strong><small>The trial starts; at its end the account is Free again</small></span></label>`

export function renderClosedPage(session: Session): Html {
  const done = session.status === 'complete'
  return html`<main class="page"><h1>${done ? 'You have been through this checkout' : 'This checkout is no longer open'}</h1>
<p>${done ? 'Nothing more is charged here.' : 'Another one was begun after it, or its day is over. Nothing was charged here.'}</p>
<div class="actions"><a class="button" href="${done ? returnUrl(session) : (session.cancel_url ?? '/')}">Back to Portico</a></div></main>`
}
