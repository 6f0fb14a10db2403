import { clients, DEFAULT_DURATIONS, formatDuration } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { ADA, LATER_DAY, loginUrl, MADE, MAYA, MENU, NOW, SAM } from './sample-data.ts'

const { id, firstName, lastName, email } = MAYA
const TEAM = { members: [{ id: ADA.id, name: ADA.name }], lead: { id: ADA.id, name: ADA.name } }
const newClient = { firstName: 'Tom', lastName: 'Ashby', email: 'tom@ashby.example' }

export const clientExamples = [
  callExample(clients.create, {
    description:
      'Takes one of the places that the plan has. Whoever opens the link is signed in as this client.',
    request: { body: { ...newClient, sendEmail: true } },
    response: {
      client: { id: MADE.client, ...newClient, company: null, createdAt: NOW, archivedAt: null },
      loginUrl,
      emailStatus: 'queued',
    },
    errors: ['CLIENT_LIMIT_REACHED', 'CLIENT_EXISTS', 'FREELANCER_NOT_FOUND'],
  }),
  callExample(clients.list, { request: { querystring: { limit: 20 } }, response: { clients: [MAYA] } }),
  callExample(clients.get, {
    request: { params: { id } },
    response: {
      ...MAYA,
      ...TEAM,
      access: {
        linksAlive: 1,
        sessionsAlive: 1,
        unsentInvitation: null,
        emailRefusal: null,
        lastOpenedAt: NOW,
        lastSeenAt: NOW,
        lastPreviewedAt: null,
      },
    },
    errors: ['CLIENT_NOT_FOUND'],
  }),
  callExample(clients.update, {
    description:
      'What is left out stays as it is. `archived: true`, sent alone, archives the client with all their projects and the chat: both sides read and download, nobody writes, no emails are sent, and the place of the plan is free again. The client still comes in by their links. `archived: false` brings everything back that was archived with them, and needs a free place.',
    request: { params: { id }, body: { company: 'Northwind Bakery & Café' } },
    response: { ...MAYA, company: 'Northwind Bakery & Café', emailStatus: 'none' },
    errors: [
      'CHANGED_MEANWHILE',
      'CLIENT_NOT_FOUND',
      'CLIENT_EXISTS',
      'ARCHIVED',
      'CLIENT_CAME_IN',
      'CLIENT_LIMIT_REACHED',
    ],
  }),
  callExample(clients.setMembers, {
    description:
      'For the owner and admins of the workspace. The lead is always assigned. A client sees the name of the lead.',
    request: { params: { id }, body: { memberIds: [ADA.id], leadId: ADA.id } },
    response: TEAM,
    errors: ['CLIENT_NOT_FOUND'],
  }),
  callExample(clients.handOver, {
    description:
      'For the lead, the owner and admins. The member who led before is not assigned any more. The new lead is notified with the note, which no client reads.',
    request: { params: { id }, body: { to: SAM.id, note: 'She likes a call on Mondays.' } },
    response: { members: [SAM], lead: SAM },
    errors: ['CLIENT_NOT_FOUND', 'ARCHIVED'],
  }),
  callExample(clients.contents, {
    description: 'A deleted client and all of this cannot be restored.',
    request: { params: { id } },
    response: { projects: 1, files: 1, requests: 0, feedback: 2, messages: 2, inBin: 1 },
    errors: ['CLIENT_NOT_FOUND'],
  }),
  callExample(clients.remove, { request: { params: { id } }, errors: ['CLIENT_NOT_FOUND'] }),
  callExample(clients.listProjects, {
    request: { params: { id }, querystring: { limit: 20 } },
    response: [MENU],
    errors: ['CLIENT_NOT_FOUND'],
  }),
  callExample(clients.resendLogin, {
    request: { params: { id } },
    response: { fullName: `${firstName} ${lastName}`, emailStatus: 'queued' },
    errors: ['CLIENT_NOT_FOUND', 'ARCHIVED'],
  }),
  callExample(clients.createLoginLink, {
    request: { params: { id } },
    response: { loginUrl },
    errors: ['CLIENT_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
  callExample(clients.preview, {
    description:
      'Send the token as that of a client. It marks nothing as seen, every other method than GET and HEAD is refused, and the socket refuses it. It ends with the session that made it. The client is not told; when it was done last stands in `lastPreviewedAt` of the client.',
    request: { params: { id } },
    response: { token: MADE.clientToken, expiresAt: NOW },
    errors: ['CLIENT_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
  callExample(clients.resetAccess, {
    description: 'The new link is answered, not mailed.',
    request: { params: { id } },
    response: { loginUrl },
    errors: ['CLIENT_NOT_FOUND'],
  }),
  callExample(clients.enter, {
    description: `A link works as often as the client likes, until it expires (${formatDuration(DEFAULT_DURATIONS.loginLink)} by default) or is ended.`,
    request: { querystring: { token: MADE.linkToken } },
    response: { token: MADE.clientToken },
    errors: ['LINK_NOT_VALID', 'TOO_MANY_REQUESTS'],
  }),
  callExample(clients.myLinks, {
    request: { querystring: { limit: 20 } },
    response: [
      { id: MADE.loginLink, origin: 'handed_out', createdAt: NOW, expiresAt: NOW, lastOpenedAt: NOW },
    ],
  }),
  callExample(clients.endMyLinks, {}),
  callExample(clients.endMyLink, {
    request: { params: { id: MADE.loginLink } },
    errors: ['LINK_NOT_FOUND'],
  }),
  callExample(clients.handedOutLinks, {
    description:
      'Links that were only ever mailed are not listed. Those of an archived project are: they would work again.',
    request: { querystring: { limit: 20 } },
    response: [
      {
        id: MADE.loginLink,
        client: { id, firstName, lastName },
        request: null,
        createdAt: NOW,
        expiresAt: NOW,
        worksUntil: LATER_DAY,
        lastUsedAt: NOW,
      },
    ],
  }),
  callExample(clients.changedAddresses, {
    description:
      'For somebody who has recovered their account. An address that was changed back is not listed.',
    response: [],
  }),
  callExample(clients.countHandedOut, { response: { loginLinks: 1, guestLinks: 0, sessions: 1 } }),
  callExample(clients.endHandedOut, {
    description:
      'For somebody who has recovered their account. Links that were mailed go on to work, and so do sessions that they began or in which a mailed code was given.',
  }),
  callExample(clients.requestLink, {
    request: { body: { email } },
    response: { message: 'If this address has been invited, the link arrives within a minute.' },
  }),
  callExample(clients.myFreelancer, {
    response: {
      freelancer: { id: ADA.id, name: ADA.name, email: ADA.email, role: ADA.company, brand: null },
    },
    errors: ['FREELANCER_NOT_FOUND'],
  }),
]
