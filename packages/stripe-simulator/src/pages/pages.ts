import type { ServerResponse } from 'node:http'
import { completeSession, returnUrl } from '../checkout.ts'
import type { SimulatorContext } from '../context.ts'
import { advanceTo, runDueEvents } from '../due-events.ts'
import { parseForm, text, whole } from '../form.ts'
import type { Session } from '../objects/checkout.ts'
import type { Invoice } from '../objects/invoice.ts'
import type { PortalSession } from '../objects/portal.ts'
import { confirmChange, payInvoice, replaceCard } from '../portal.ts'
import { findObject } from '../stored-objects.ts'
import { isStripeError } from '../stripe-error.ts'
import { renderCheckoutPage, renderClosedPage } from './checkout.ts'
import { html } from './html.ts'
import { redirect, sendPage } from './layout.ts'
import { listAllObjects, renderOverviewPage } from './overview.ts'
import { renderInvoicePage, renderPortalPage } from './portal.ts'

interface Visit {
  method: string
  path: string
  body: string
}

export function showPage(context: SimulatorContext, { method, path, body }: Visit, response: ServerResponse) {
  const [, what = '', id = '', action = '', about = ''] =
    /^\/dev\/stripe(?:\/([\w.]+))?(?:\/([\w-]+))?(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
  const form = parseForm(body)
  // A page with an error keeps the address of the failed POST, so it may be reloaded with GET.
  const known = method === 'POST' && action ? `POST ${what}/${action}` : `${method} ${what}`
  try {
    runDueEvents(context)
    switch (
      path === '/dev/stripe' ? `${method} overview` : path === '/dev/stripe.json' ? `${method} json` : known
    ) {
      case 'GET overview':
        return sendPage(response, 'Stripe, simulated', renderOverviewPage(context))
      case 'GET json':
        return void response
          .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
          .end(JSON.stringify(listAllObjects(context)))
      case 'POST clock': {
        const days = Math.min(whole(form, 'days') ?? 0, 366)
        advanceTo(
          context,
          Math.min(whole(form, 'until') ?? context.now() + days * 86_400, context.now() + 366 * 86_400),
        )
        return redirect(response, '../stripe')
      }
      case 'GET checkout':
        return showCheckout(context, response, id, null)
      case 'POST checkout': {
        let leadsTo = ''
        const wrong = attempt(context, () => {
          leadsTo = returnUrl(completeSession(context, id, text(form, 'card') ?? ''))
        })
        return wrong === null ? redirect(response, leadsTo) : showCheckout(context, response, id, wrong)
      }
      case 'GET portal':
        return showPortal(context, response, id, null)
      case 'POST portal/card':
        return act((session) => replaceCard(context, session, text(form, 'card') ?? ''))
      case 'POST portal/pay':
        return act(({ customer }) => payInvoice(context, customer, about))
      case 'POST portal/confirm':
        return act((session) => {
          confirmChange(context, session)
          return session.flow?.after_completion.redirect?.return_url ?? session.return_url
        })
      case 'GET invoice':
        return sendPage(response, 'Invoice', renderInvoicePage(findObject<Invoice>(context, 'invoice', id)))
      default:
        return sendPage(response, 'Not here', nothing, 404)
    }
  } catch (error) {
    if (!isStripeError(error)) throw error
    sendPage(response, 'Not here', nothing, 404)
  }

  /** Runs a portal action, then redirects, or shows the portal with the error. */
  function act(something: (session: PortalSession) => unknown) {
    const session = findObject<PortalSession>(context, 'billing_portal.session', id)
    let leadsTo: unknown
    const wrong = attempt(context, () => {
      leadsTo = something(session)
    })
    if (wrong !== null) return showPortal(context, response, id, wrong)
    redirect(response, typeof leadsTo === 'string' ? leadsTo : `/dev/stripe/portal/${id}`)
  }
}

const nothing = html`<main class="page"><h1>There is nothing here</h1></main>`

function showCheckout(context: SimulatorContext, response: ServerResponse, id: string, wrong: string | null) {
  const session = findObject<Session>(context, 'checkout.session', id)
  if (session.status !== 'open') return sendPage(response, 'Checkout (test mode)', renderClosedPage(session))
  sendPage(response, 'Checkout (test mode)', renderCheckoutPage(context, session, wrong))
}

function showPortal(context: SimulatorContext, response: ServerResponse, id: string, wrong: string | null) {
  const session = findObject<PortalSession>(context, 'billing_portal.session', id)
  sendPage(response, 'Billing (test mode)', renderPortalPage(context, session, wrong))
}

/** Runs the action in a transaction. Returns Stripe's error message, or null. */
function attempt(context: SimulatorContext, something: () => void) {
  try {
    context.store.atomically(something)
    return null
  } catch (error) {
    if (isStripeError(error)) return error.problem.message
    throw error
  }
}
