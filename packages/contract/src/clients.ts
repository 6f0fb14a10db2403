import * as Type from 'typebox'
import { ShownBrand } from './brand.ts'
import { ClientMember, ClientMembers } from './client-members.ts'
import {
  archivedPaging,
  ClientRequestId,
  Email,
  EmailRefusal,
  EmailStatus,
  Id,
  Instant,
  Mine,
  Name,
  nullable,
  paging,
  StrictObject,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { Project } from './projects.ts'

export * from './client-access.ts'
export * from './client-members.ts'
export * from './handed-out.ts'

/** When the login link is mailed. With `never` no email goes to the client until they have come in by a link that they were given. */
export type Invite = Type.Static<typeof Invite>
export const Invite = Type.Enum(['now', 'first-project', 'never'])

export type NewClient = Type.Static<typeof NewClient>
export const NewClient = StrictObject({
  firstName: Name,
  lastName: Name,
  email: Email,
  company: Type.Optional(nullable(Name)),
  /** Mail the login link at once; true when absent. */
  sendEmail: Type.Optional(Type.Boolean()),
  /** When the login link is mailed. Wins over `sendEmail`. */
  invite: Type.Optional(Invite),
  /** The member who leads the client; when absent, who adds them. */
  leadId: Type.Optional(Id),
  clientRequestId: ClientRequestId,
})

export type Client = Type.Static<typeof Client>
export const Client = Type.Object({
  id: Id,
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  company: nullable(Type.String()),
  createdAt: Instant,
  /** Since when everything of this client can be read but not changed; null while they are not archived. */
  archivedAt: nullable(Instant),
})

export const create = endpoint({
  method: 'POST',
  url: '/clients/create',
  config: { access: 'freelancer', whenBlank: 'Please fill out all fields' },
  schema: {
    summary: 'Add a client and send them their login link',
    body: NewClient,
    response: { 201: Type.Object({ client: Client, loginUrl: Type.String(), emailStatus: EmailStatus }) },
  },
})

/** A client with their lead, what happened last and what waits, which only a sorted list says. */
export type ListedClient = Type.Static<typeof ListedClient>
export const ListedClient = Type.Object({
  ...Client.properties,
  lead: Type.Optional(ClientMember),
  /** When something last happened with the client or on one of their projects, or a message was written. */
  lastActivityAt: Type.Optional(Instant),
  /** How many of their projects wait for each side, and how many of their messages are unread. */
  waiting: Type.Optional(
    Type.Object({ freelancer: Type.Integer(), client: Type.Integer(), messages: Type.Integer() }),
  ),
})

/** Newest first without one. */
export type ClientOrder = Type.Static<typeof ClientOrder>
export const ClientOrder = Type.Enum(['activity', 'name'])

export const list = endpoint({
  method: 'GET',
  url: '/clients',
  config: { access: 'freelancer' },
  schema: {
    summary: 'The clients of this freelancer who are not archived, or those who are, newest first',
    querystring: StrictObject({ ...archivedPaging, sort: Type.Optional(ClientOrder), mine: Mine }),
    response: { 200: Type.Object({ clients: Type.Array(ListedClient) }) },
  },
})

/** Why the invitation has not been sent; null when it has been, or the client has come in without one. */
export type UnsentInvitation = Type.Static<typeof UnsentInvitation>
export const UnsentInvitation = Type.Enum(['unconfirmed', 'first-project', 'limited', 'never'])

export type ClientDetail = Type.Static<typeof ClientDetail>
export const ClientDetail = Type.Object({
  ...Client.properties,
  ...ClientMembers.properties,
  /** The client's working links, sessions, invitation, refused address and last visits. */
  access: Type.Object({
    linksAlive: Type.Integer(),
    sessionsAlive: Type.Integer(),
    unsentInvitation: nullable(UnsentInvitation),
    /** Notifications are not sent to the address meanwhile. Null: the mail server has not refused it. */
    emailRefusal: nullable(EmailRefusal),
    lastOpenedAt: nullable(Instant),
    lastSeenAt: nullable(Instant),
    /** When the freelancer last started a preview of the client's area. */
    lastPreviewedAt: nullable(Instant),
  }),
})

export const get = endpoint({
  method: 'GET',
  url: '/clients/:id',
  config: { access: 'freelancer' },
  schema: {
    summary: 'One client, and what their access stands at',
    params: Type.Object({ id: Id }),
    response: { 200: ClientDetail },
  },
})

export type ClientChange = Type.Static<typeof ClientChange>
export const ClientChange = Type.Object(
  {
    firstName: Type.Optional(Name),
    lastName: Type.Optional(Name),
    email: Type.Optional(Email),
    company: Type.Optional(nullable(Name)),
    /** Until the client has come in. `first-project` invites them now if they have a project. */
    invite: Type.Optional(Invite),
    /** Sent alone. True archives the client with all projects, false brings them back. */
    archived: Type.Optional(Type.Boolean()),
    /** What the changed texts were when they were read. The change is refused if somebody else has changed one since. */
    was: Type.Optional(
      StrictObject({
        firstName: Type.Optional(Name),
        lastName: Type.Optional(Name),
        email: Type.Optional(Email),
        company: Type.Optional(nullable(Name)),
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
)

export type ChangedClient = Type.Static<typeof ChangedClient>
/** `emailStatus` is about the email to a new address or the invitation; `none` when there was none to send. */
export const ChangedClient = Type.Object({ ...Client.properties, emailStatus: EmailStatus })

export const update = endpoint({
  method: 'PUT',
  url: '/clients/:id',
  config: { access: 'freelancer', whenBlank: 'Please fill out all fields' },
  schema: {
    summary:
      'Change a client, archive them or bring them back; a new address ends every link and session and is mailed a new link',
    params: Type.Object({ id: Id }),
    body: ClientChange,
    response: { 200: ChangedClient },
  },
})

export const listProjects = endpoint({
  method: 'GET',
  url: '/clients/:id/projects',
  config: { access: 'freelancer' },
  schema: {
    summary: 'The projects of one client, newest first',
    params: Type.Object({ id: Id }),
    querystring: StrictObject(paging),
    response: { 200: Type.Array(Project) },
  },
})

export type Contents = Type.Static<typeof Contents>
export const Contents = Type.Object({
  projects: Type.Integer(),
  files: Type.Integer(),
  requests: Type.Integer(),
  feedback: Type.Integer(),
  messages: Type.Integer(),
  /** Projects and files in the bin, which are not among the others. */
  inBin: Type.Integer(),
})

export const contents = endpoint({
  method: 'GET',
  url: '/clients/:id/contents',
  config: { access: 'freelancer' },
  schema: {
    summary: 'How much would be deleted with a client',
    params: Type.Object({ id: Id }),
    response: { 200: Contents },
  },
})

export const remove = endpoint({
  method: 'DELETE',
  url: '/clients/:id',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Delete a client with everything under it; their links and sessions end at once',
    params: Type.Object({ id: Id }),
    response: { 204: Type.Null() },
  },
})

export const myFreelancer = endpoint({
  method: 'GET',
  url: '/clients/my-freelancer',
  config: { access: 'client' },
  schema: {
    summary: 'The freelancer this client works with',
    response: {
      200: Type.Object({
        freelancer: Type.Object({
          id: Id,
          name: Type.String(),
          email: Type.String(),
          role: Type.String(),
          brand: nullable(ShownBrand),
        }),
      }),
    },
  },
})
