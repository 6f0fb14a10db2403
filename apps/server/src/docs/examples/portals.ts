import { DEFAULT_DURATIONS, formatDuration, portals } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { ADA, MADE, MAYA, MENU } from './sample-data.ts'

const { id: clientId, firstName, lastName } = MAYA
const portal = {
  clientId,
  firstName,
  lastName,
  archivedAt: null,
  freelancer: { name: ADA.name, email: ADA.email, role: ADA.company },
}

export const portalExamples = [
  callExample(portals.list, {
    description: `In the order in which they were added. A portal leaves the list when its session ends: by logging out of it, by a reset of access, or after ${formatDuration(DEFAULT_DURATIONS.session)} without a visit.`,
    response: { portals: [{ ...portal, current: true }] },
  }),
  callExample(portals.ofLink, {
    description: 'For asking before another portal is added to a browser. The link counts as unused.',
    request: { body: { token: MADE.linkToken } },
    response: { portal },
    errors: ['LINK_NOT_VALID', 'TOO_MANY_REQUESTS'],
  }),
  callExample(portals.ofPage, {
    description: '`null` for a thing that none of them has, and for a page that every portal has.',
    request: { querystring: { path: `/client-dashboard/projects/${MENU.id}` } },
    response: { clientId },
  }),
  callExample(portals.join, {
    description:
      'Sent with the token that the browser had before. Tokens of before keep reaching their own portals only, and never the one that was added: use the token of the response from now on.',
    request: { body: { token: MADE.clientToken } },
    response: { token: MADE.clientToken },
    errors: ['PORTAL_NOT_FOUND'],
  }),
  callExample(portals.enter, {
    request: { params: { clientId } },
    response: { token: MADE.clientToken },
    errors: ['PORTAL_NOT_FOUND'],
  }),
  callExample(portals.leaveAll, {
    description: 'Sessions of the same people in other browsers live on.',
  }),
]
