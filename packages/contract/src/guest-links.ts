import * as Type from 'typebox'
import {
  Day,
  Email,
  EmailStatus,
  Id,
  Instant,
  nullable,
  paging,
  StrictObject,
  Text,
  Title,
  Token,
  visibleText,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { Side } from './projects.ts'
import { RequestKind } from './requests.ts'

/** How long a link works, how many of a request work at once, and how many files or texts can be given with one. */
export const LINK_DAYS = 30
export const MAX_LINKS = 20
export const MAX_USES = 200
export const MAX_MESSAGE_LENGTH = 500

export type GuestLink = Type.Static<typeof GuestLink>
/** Has no token, because only its hash is stored. */
export const GuestLink = Type.Object({
  id: Id,
  /** A label for both sides, which the guest never sees. */
  note: nullable(Type.String()),
  /** The guest's address, if Portico mailed the link. */
  mailedTo: nullable(Type.String()),
  /** The side that made it, and who of it, by their name at that time. */
  madeBy: Side,
  maker: Type.String(),
  makerId: Id,
  createdAt: Instant,
  expiresAt: Instant,
  worksUntil: Day,
  /** How many files and texts arrived with it. */
  uses: Type.Integer(),
  lastUsedAt: nullable(Instant),
})

export type LinkOfProject = Type.Static<typeof LinkOfProject>
export const LinkOfProject = Type.Object({
  ...GuestLink.properties,
  request: Type.Object({ id: Id, title: Type.String() }),
})

const params = Type.Object({ id: Id })

export type NewLink = Type.Static<typeof NewLink>
const NewLink = StrictObject({
  note: Type.Optional(nullable(Title)),
  /** To the guest, on the page and in the email. Plain text without web or email addresses. */
  message: Type.Optional(nullable(visibleText(MAX_MESSAGE_LENGTH))),
  /** The link is mailed there, too. */
  email: Type.Optional(nullable(Email)),
})

export const add = endpoint({
  method: 'POST',
  url: '/requests/:id/links',
  config: { access: 'either' },
  schema: {
    summary: 'Make a link with which somebody else answers this request, without an account',
    params,
    body: NewLink,
    response: { 201: Type.Object({ id: Id, url: Type.String(), emailStatus: EmailStatus }) },
  },
})

export const list = endpoint({
  method: 'GET',
  url: '/requests/:id/links',
  config: { access: 'either' },
  schema: {
    summary: 'The links of a request, newest first, with how often each was used',
    params,
    querystring: StrictObject(paging),
    response: { 200: Type.Array(GuestLink) },
  },
})

export const ofProject = endpoint({
  method: 'GET',
  url: '/projects/:id/request-links',
  config: { access: 'either' },
  schema: {
    summary: 'The links of all requests of a project that work, newest first',
    params,
    querystring: StrictObject(paging),
    response: { 200: Type.Array(LinkOfProject) },
  },
})

export const remove = endpoint({
  method: 'DELETE',
  url: '/requests/:id/links/:linkId',
  config: { access: 'either' },
  schema: {
    summary: 'Revoke a link at once, also for what is being uploaded with it. What arrived before stays',
    params: Type.Object({ id: Id, linkId: Id }),
    response: { 204: Type.Null() },
  },
})

const guest = Type.Object({ token: Token })

export type GuestRequest = Type.Static<typeof GuestRequest>
export const GuestRequest = Type.Object({
  /** The freelancer, for whom the answer is. */
  freelancer: Type.String(),
  company: nullable(Type.String()),
  /** Who made the link, the freelancer or their client by first name, and what they wrote. */
  maker: Type.String(),
  madeBy: Side,
  message: nullable(Type.String()),
  /** The client's company, which it is about. */
  business: nullable(Type.String()),
  title: Type.String(),
  details: nullable(Type.String()),
  kind: RequestKind,
  expiresAt: Instant,
  worksUntil: Day,
})

export const open = endpoint({
  method: 'GET',
  url: '/give/:token',
  config: { access: 'anyone' },
  schema: { summary: 'What a guest is asked for', params: guest, response: { 200: GuestRequest } },
})

export type GuestAnswer = Type.Static<typeof GuestAnswer>
export const GuestAnswer = StrictObject({
  name: Type.String({ format: 'name', maxLength: 100 }),
  text: Text,
})

/** For a file: a form with `name`, `file` and, if wished, `clientUploadId` (files.ts). Large ones are resumable beneath `/give/{token}/tus`, as `files.RESUMABLE_URL`. */
export const give = endpoint({
  method: 'POST',
  url: '/give/:token',
  config: { access: 'anyone' },
  schema: {
    summary: 'Answer as a guest: with a text, or with files in a form',
    params: guest,
    body: GuestAnswer,
    response: {
      /** The answers that arrived. */
      201: Type.Object({ name: Type.String(), fileNames: Type.Array(Type.String()) }),
    },
  },
})
