import { clients } from '@portico/contract'
import { documented } from '../documented.ts'
import { ADA, loginUrl, MADE, MAYA, MENU, NOW } from './world.ts'

const { id, firstName, lastName, email } = MAYA
const newClient = { firstName: 'Tom', lastName: 'Ashby', email: 'tom@ashby.example' }

export const clientExamples = [
  documented(clients.create, {
    about: 'Takes one of the places that the plan has. Whoever opens the link is signed in as this client.',
    asks: { body: { ...newClient, sendEmail: true } },
    answers: {
      client: { id: MADE.client, ...newClient, company: null, createdAt: NOW },
      loginUrl,
      emailStatus: 'queued',
    },
    fails: ['CLIENT_LIMIT_REACHED', 'CLIENT_EXISTS', 'FREELANCER_NOT_FOUND'],
  }),
  documented(clients.list, { asks: { querystring: { limit: 20 } }, answers: { clients: [MAYA] } }),
  documented(clients.get, {
    asks: { params: { id } },
    answers: { ...MAYA, access: { linksAlive: 1, lastOpenedAt: NOW, lastSeenAt: NOW } },
    fails: ['CLIENT_NOT_FOUND'],
  }),
  documented(clients.update, {
    about: 'What is left out stays as it is.',
    asks: { params: { id }, body: { company: 'Northwind Bakery & Café' } },
    answers: { ...MAYA, company: 'Northwind Bakery & Café', emailStatus: 'none' },
    fails: ['CLIENT_NOT_FOUND', 'CLIENT_EXISTS'],
  }),
  documented(clients.remove, { asks: { params: { id } }, fails: ['CLIENT_NOT_FOUND'] }),
  documented(clients.listProjects, {
    asks: { params: { id }, querystring: { limit: 20 } },
    answers: [MENU],
    fails: ['CLIENT_NOT_FOUND'],
  }),
  documented(clients.resendLogin, {
    asks: { params: { id } },
    answers: { fullName: `${firstName} ${lastName}`, emailStatus: 'queued' },
    fails: ['CLIENT_NOT_FOUND'],
  }),
  documented(clients.createLoginLink, {
    asks: { params: { id } },
    answers: { loginUrl },
    fails: ['CLIENT_NOT_FOUND'],
  }),
  documented(clients.resetAccess, {
    about: 'The new link is answered, not mailed.',
    asks: { params: { id } },
    answers: { loginUrl },
    fails: ['CLIENT_NOT_FOUND'],
  }),
  documented(clients.enter, {
    about: 'A link works as often as the client likes, until it expires (30 days by default) or is ended.',
    asks: { querystring: { token: MADE.linkToken } },
    answers: { token: MADE.clientToken },
    fails: ['LINK_NOT_VALID', 'TOO_MANY_REQUESTS'],
  }),
  documented(clients.requestLink, {
    asks: { body: { email } },
    answers: { message: 'If your freelancer has invited this address, the link arrives within a minute.' },
  }),
  documented(clients.myFreelancer, {
    answers: { freelancer: { id: ADA.id, name: ADA.name, email: ADA.email, role: ADA.company } },
    fails: ['FREELANCER_NOT_FOUND'],
  }),
]
