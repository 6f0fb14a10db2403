import type { ServerResponse } from 'node:http'
import { completeSession, returnUrl } from '../checkout.ts'
import { catchUp, liveUntil } from '../cycle.ts'
import { isFault } from '../fault.ts'
import { parseForm, text, whole } from '../form.ts'
import type { Session } from '../objects/checkout.ts'
import type { Invoice } from '../objects/invoice.ts'
import type { PortalSession } from '../objects/portal.ts'
import { confirmChange, payInvoice, replaceCard } from '../portal.ts'
import { find } from '../stored.ts'
import type { World } from '../world.ts'
import { checkoutPage, closedPage } from './checkout.ts'
import { html } from './html.ts'
import { goTo, sendPage } from './layout.ts'
import { everything, overviewPage } from './overview.ts'
import { invoicePage, portalPage } from './portal.ts'

interface Visit {
  method: string
  path: string
  body: string
}

/** The pages that Stripe would host. */
export function showPage(world: World, { method, path, body }: Visit, response: ServerResponse) {
  const [, what = '', id = '', action = '', about = ''] =
    /^\/dev\/stripe(?:\/([\w.]+))?(?:\/([\w-]+))?(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
  const form = parseForm(body)
  // A page that shows what is wrong has the address of what was tried, and may be loaded again.
  const known = method === 'POST' && action ? `POST ${what}/${action}` : `${method} ${what}`
  try {
    catchUp(world)
    switch (
      path === '/dev/stripe' ? `${method} overview` : path === '/dev/stripe.json' ? `${method} json` : known
    ) {
      case 'GET overview':
        return sendPage(response, 'Stripe, simulated', overviewPage(world))
      case 'GET json':
        return void response
          .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
          .end(JSON.stringify(everything(world)))
      case 'POST clock': {
        const days = Math.min(whole(form, 'days') ?? 0, 366)
        liveUntil(
          world,
          Math.min(whole(form, 'until') ?? world.now() + days * 86_400, world.now() + 366 * 86_400),
        )
        return goTo(response, '/dev/stripe')
      }
      case 'GET checkout':
        return showCheckout(world, response, id, null)
      case 'POST checkout': {
        let leadsTo = ''
        const wrong = attempt(world, () => {
          leadsTo = returnUrl(completeSession(world, id, text(form, 'card') ?? ''))
        })
        return wrong === null ? goTo(response, leadsTo) : showCheckout(world, response, id, wrong)
      }
      case 'GET portal':
        return showPortal(world, response, id, null)
      case 'POST portal/card':
        return act((session) => replaceCard(world, session, text(form, 'card') ?? ''))
      case 'POST portal/pay':
        return act(({ customer }) => payInvoice(world, customer, about))
      case 'POST portal/confirm':
        return act((session) => {
          confirmChange(world, session)
          return session.flow?.after_completion.redirect?.return_url ?? session.return_url
        })
      case 'GET invoice':
        return sendPage(response, 'Invoice', invoicePage(find<Invoice>(world, 'invoice', id)))
      default:
        return sendPage(response, 'Not here', nothing, 404)
    }
  } catch (error) {
    if (!isFault(error)) throw error
    sendPage(response, 'Not here', nothing, 404)
  }

  /** Does something in the portal, and shows it again with what is wrong, or goes on to where that leads. */
  function act(something: (session: PortalSession) => unknown) {
    const session = find<PortalSession>(world, 'billing_portal.session', id)
    let leadsTo: unknown
    const wrong = attempt(world, () => {
      leadsTo = something(session)
    })
    if (wrong !== null) return showPortal(world, response, id, wrong)
    goTo(response, typeof leadsTo === 'string' ? leadsTo : `/dev/stripe/portal/${id}`)
  }
}

const nothing = html`<main class="page"><h1>There is nothing here</h1><p><a href="/dev/stripe">All that there is</a></p></main>`

function showCheckout(world: World, response: ServerResponse, id: string, wrong: string | null) {
  const session = find<Session>(world, 'checkout.session', id)
  if (session.status !== 'open') return sendPage(response, 'Checkout (test mode)', closedPage(session))
  sendPage(response, 'Checkout (test mode)', checkoutPage(world, session, wrong))
}

function showPortal(world: World, response: ServerResponse, id: string, wrong: string | null) {
  const session = find<PortalSession>(world, 'billing_portal.session', id)
  sendPage(response, 'Billing (test mode)', portalPage(world, session, wrong))
}

/** What is wrong, in a sentence, and then nothing has happened; null when all is well. */
function attempt(world: World, something: () => void) {
  try {
    world.store.atomically(something)
    return null
  } catch (error) {
    if (isFault(error)) return error.problem.message
    throw error
  }
}
