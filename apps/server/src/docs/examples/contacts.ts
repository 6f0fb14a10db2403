import { contacts } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { loginUrl, MADE, MAYA, NOW } from './sample-data.ts'

const newContact = { firstName: 'Sam', lastName: 'Reed', email: 'sam@northwind.example' }
const contact = {
  id: MADE.contact,
  clientId: MAYA.id,
  ...newContact,
  looksOnly: false,
  createdAt: NOW,
  linksAlive: 1,
  unsentInvitation: null,
  emailRefusal: null,
  lastSeenAt: null,
}

export const contactExamples = [
  callExample(contacts.add, {
    description:
      'Takes no place of the plan. Whoever opens the link is signed in as this contact, who reaches what the client reaches. Resending a link, making one to hand over, ending all access and previewing work with the id of a contact as with that of a client.',
    request: { params: { id: MAYA.id }, body: newContact },
    response: { contact, loginUrl, emailStatus: 'queued' },
    errors: ['CLIENT_NOT_FOUND', 'CONTACT_EXISTS', 'CONTACT_LIMIT_REACHED', 'ARCHIVED'],
  }),
  callExample(contacts.list, {
    request: { params: { id: MAYA.id } },
    response: [contact],
    errors: ['CLIENT_NOT_FOUND'],
  }),
  callExample(contacts.change, {
    description:
      'What is left out stays as it is. Who may look only keeps their sessions, and from the next call on changes nothing but their own settings.',
    request: { params: { id: contact.id }, body: { looksOnly: true } },
    response: { ...contact, looksOnly: true, emailStatus: 'none' },
    errors: ['CONTACT_NOT_FOUND', 'CONTACT_EXISTS', 'CHANGED_MEANWHILE', 'ARCHIVED'],
  }),
  callExample(contacts.remove, { request: { params: { id: contact.id } }, errors: ['CONTACT_NOT_FOUND'] }),
]
