import * as Type from 'typebox'
import { UnsentInvitation } from './clients.ts'
import {
  ClientRequestId,
  Email,
  EmailRefusal,
  EmailStatus,
  Id,
  Instant,
  Name,
  nullable,
  StrictObject,
} from './common.ts'
import { endpoint } from './endpoint.ts'

/** Besides the client, who is their own first person. */
export const MAX_CONTACTS = 50

export type Contact = Type.Static<typeof Contact>
export const Contact = Type.Object({
  id: Id,
  clientId: Id,
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  looksOnly: Type.Boolean(),
  createdAt: Instant,
  linksAlive: Type.Integer(),
  unsentInvitation: nullable(UnsentInvitation),
  emailRefusal: nullable(EmailRefusal),
  lastSeenAt: nullable(Instant),
})

export type NewContact = Type.Static<typeof NewContact>
export const NewContact = StrictObject({
  firstName: Name,
  lastName: Name,
  email: Email,
  /** Reads everything and changes nothing; false when absent. */
  looksOnly: Type.Optional(Type.Boolean()),
  /** Mail the login link at once; true when absent. */
  sendEmail: Type.Optional(Type.Boolean()),
  clientRequestId: ClientRequestId,
})

export type ContactChange = Type.Static<typeof ContactChange>
export const ContactChange = Type.Object(
  {
    firstName: Type.Optional(Name),
    lastName: Type.Optional(Name),
    email: Type.Optional(Email),
    looksOnly: Type.Optional(Type.Boolean()),
    /** What the changed texts were when they were read. The change is refused if somebody else has changed one since. */
    was: Type.Optional(
      StrictObject({
        firstName: Type.Optional(Name),
        lastName: Type.Optional(Name),
        email: Type.Optional(Email),
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
)

export const list = endpoint({
  method: 'GET',
  url: '/clients/:id/contacts',
  config: { access: 'freelancer' },
  schema: {
    summary: 'The further people of a client, in the order in which they were added',
    params: Type.Object({ id: Id }),
    response: { 200: Type.Array(Contact) },
  },
})

export const add = endpoint({
  method: 'POST',
  url: '/clients/:id/contacts',
  config: { access: 'freelancer', whenBlank: 'Please fill out all fields' },
  schema: {
    summary: 'Add a person to a client and send them a login link of their own',
    params: Type.Object({ id: Id }),
    body: NewContact,
    response: { 201: Type.Object({ contact: Contact, loginUrl: Type.String(), emailStatus: EmailStatus }) },
  },
})

export type ChangedContact = Type.Static<typeof ChangedContact>
/** `emailStatus` is about the email to a new address; `none` when the address is the same. */
export const ChangedContact = Type.Object({ ...Contact.properties, emailStatus: EmailStatus })

export const change = endpoint({
  method: 'PUT',
  url: '/contacts/:id',
  config: { access: 'freelancer', whenBlank: 'Please fill out all fields' },
  schema: {
    summary: 'Change a contact; a new address ends every link and session of theirs and is mailed a new link',
    params: Type.Object({ id: Id }),
    body: ContactChange,
    response: { 200: ChangedContact },
  },
})

export const remove = endpoint({
  method: 'DELETE',
  url: '/contacts/:id',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Remove a contact; their links and sessions end at once, and what they wrote keeps their name',
    params: Type.Object({ id: Id }),
    response: { 204: Type.Null() },
  },
})
