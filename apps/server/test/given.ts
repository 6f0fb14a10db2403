import { randomInt } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type clients,
  type contacts,
  type feedback,
  type files,
  members,
  type notes,
  type Plan,
  type projects,
  type requests,
  type reviews,
  type teamNotes,
} from '@portico/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { createAccount } from '../src/features/accounts/accounts.service.ts'
import { findFactors, saveApp } from '../src/features/accounts/factors/factors.repository.ts'
import { insertPasskey } from '../src/features/accounts/factors/passkeys.repository.ts'
import { hashPassword } from '../src/features/accounts/passwords.ts'
import { createSession } from '../src/features/accounts/sessions.service.ts'
import { applyPlan } from '../src/features/billing/billing.service.ts'
import { createClient } from '../src/features/clients/clients.service.ts'
import { addContact } from '../src/features/clients/contacts.service.ts'
import { enterByLink } from '../src/features/clients/links.service.ts'
import { previewClient } from '../src/features/clients/preview.service.ts'
import { leaveFeedback } from '../src/features/feedback/feedback.service.ts'
import { replyToFeedback } from '../src/features/feedback/replies.service.ts'
import { removeFile } from '../src/features/files/files.service.ts'
import { uploadForm } from '../src/features/files/form-uploads.service.ts'
import { addSection } from '../src/features/files/sections.service.ts'
import { addLink } from '../src/features/guest-links/links.service.ts'
import { saveInvitation } from '../src/features/members/invitations.repository.ts'
import { issueInvitationLink } from '../src/features/members/invitations.service.ts'
import { leaveNote } from '../src/features/notes/notes.service.ts'
import { completeNow, createProject } from '../src/features/projects/projects.service.ts'
import { answerRequest } from '../src/features/requests/answers.service.ts'
import { addRequests } from '../src/features/requests/requests.service.ts'
import { decide } from '../src/features/reviews/decisions.service.ts'
import { askForReview, askTogether } from '../src/features/reviews/reviews.service.ts'
import { writeTeamNote } from '../src/features/team-notes/team-notes.service.ts'
import type { Actor, ClientUser, Freelancer } from '../src/platform/actors.ts'
import type { AppContext } from '../src/platform/context.ts'
import type { FormPart } from '../src/platform/http/multipart-form.ts'
import { settlesWithin } from '../src/platform/process/settles-within.ts'
import { createAuthenticator } from './authenticator.ts'
import type { FormFile } from './forms.ts'

export interface TestFreelancer extends Freelancer {
  /** The id of the person. */
  id: string
  name: string
  email: string
  password: string
  token: string
}
export interface TestClient extends ClientUser {
  /** The id of the person. */
  id: string
  firstName: string
  lastName: string
  email: string
  company: string | null
  token: string
  loginUrl: string
  freelancer: TestFreelancer
}
export type TestUser = TestFreelancer | TestClient

export type Given = ReturnType<typeof createGiven>

const PASSWORD = 'correct horse battery'
// Hashed once for all freelancers, because hashing took most of the time of creating one.
const passwordHash = hashPassword(PASSWORD, '')

/** Creates people, projects and files through the features' own functions. Each test creates its own. */
export function createGiven(ctx: AppContext) {
  return {
    /** Besides an app, so that it may be removed. */
    async passkey({ personId }: Freelancer) {
      const now = ctx.clock.now()
      await saveApp(ctx.db, { personId, secret: Buffer.alloc(64), lastStep: 0, now })
      const authenticator = createAuthenticator({ origin: ctx.config.publicUrl })
      const host = new URL(ctx.config.publicUrl).hostname
      const key = { publicKey: Buffer.alloc(8), counter: 0, transports: [], name: 'MacBook Air' }
      await insertPasskey(ctx.db, { personId, credentialId: authenticator.id, host, ...key, now })
      const { passkeys } = await findFactors(ctx.db, personId)
      return passkeys.at(-1)?.id ?? ''
    },
    async freelancer({
      plan = 'pro' as Plan,
      name = 'Ada Marsh',
      timeZone = 'UTC',
      email = uniqueEmail('ada'),
    } = {}): Promise<TestFreelancer> {
      const { token, user } = await createAccount(
        ctx,
        { name, email, passwordHash: await passwordHash, timeZone },
        { address: '127.0.0.1' },
      )
      if (plan !== 'free') await setPlan(ctx, user.id, plan)
      return { ...freelancerActor(ctx, token, user.id), id: user.id, name, email, password: PASSWORD, token }
    },

    /** Somebody new or known who works in this workspace, signed in to it. They are assigned to these clients. */
    async member(
      { workspaceId }: Freelancer,
      {
        role = 'member',
        sees = 'assigned',
        clients = [],
        name = 'Sam Reed',
        person: known,
      }: Partial<Pick<Freelancer, 'role' | 'sees'>> & {
        clients?: { id: string }[]
        name?: string
        person?: TestFreelancer
      } = {},
    ): Promise<TestFreelancer> {
      const person = known ?? (await this.freelancer({ plan: 'free', name }))
      const membership = { workspace_id: workspaceId, person_id: person.id }
      await ctx.db
        .insertInto('member')
        .values({ ...membership, role, sees })
        .execute()
      for (const { id } of clients)
        await ctx.db
          .insertInto('client_member')
          .values({ ...membership, client_id: id })
          .execute()
      const owner = sql<{
        id: string
      }>`select person_id as id, workspace_id as "workspaceId" from member where workspace_id = ${workspaceId} and person_id = ${person.id}`
      const session = await createSession(ctx, { side: 'freelancer', owner })
      const claims = session?.claims as NonNullable<typeof session>['claims']
      const token = ctx.tokens.sign({ ...claims, name: person.name })
      return { ...person, role, sees, workspaceId, sessionId: claims.sid, token }
    },

    /** An open invitation, and the token of its link. It takes no account of the plan. */
    async invitation({ workspaceId, personId }: Freelancer, { email = uniqueEmail('sam') } = {}) {
      const id = newId()
      const invitation = { id, workspaceId, email, invitedBy: personId, clientIds: [] }
      const now = ctx.clock.now()
      const expiresAt = new Date(now.getTime() + members.INVITATION_DAYS * 86_400_000)
      const terms = { role: 'member', sees: 'all', now, expiresAt } as const
      await saveInvitation(ctx.db, { ...invitation, ...terms }, 100)
      return { id, email, token: (await issueInvitationLink(ctx, id)).secret }
    },

    async client(freelancer: TestFreelancer, details: Partial<clients.NewClient> = {}): Promise<TestClient> {
      const { client, loginUrl } = await createClient(ctx, freelancer, {
        ...newClient(),
        sendEmail: false,
        ...details,
      })
      const signedIn = await this.signedIn({
        ...client,
        side: 'client',
        personId: client.id,
        clientId: client.id,
        looksOnly: false,
        workspaceId: freelancer.workspaceId,
        sessionId: '',
        token: '',
        loginUrl,
        freelancer,
      })
      await countAsMailed(ctx, signedIn)
      return signedIn
    },

    /** A further person of this client, signed in. */
    async contact(client: TestClient, details: Partial<contacts.NewContact> = {}): Promise<TestClient> {
      const { contact, loginUrl } = await addContact(ctx, client.freelancer, client.clientId, {
        ...{ firstName: 'Sam', lastName: 'Reed', email: uniqueEmail('sam') },
        sendEmail: false,
        ...details,
      })
      const { id, looksOnly } = contact
      const signedIn = await this.signedIn({ ...client, ...contact, id, personId: id, looksOnly, loginUrl })
      await countAsMailed(ctx, signedIn)
      return signedIn
    },

    /** A further session of this client, by a link that was handed out unless another is given. */
    async signedIn(client: TestClient, loginUrl = client.loginUrl): Promise<TestClient> {
      const { token } = await enterByLink(ctx, tokenFromUrl(loginUrl))
      return { ...client, token, sessionId: ctx.tokens.read(token)?.sid ?? '' }
    },

    /** The newest login link of this client. */
    loginLink(client: TestClient): Promise<{ id: string }> {
      return ctx.db
        .selectFrom('login_link')
        .select('id')
        .where('client_id', '=', client.id)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
    },

    /** A user with the token of a preview of this client. */
    async preview(client: TestClient): Promise<TestClient> {
      const { token } = await previewClient(ctx, client.freelancer, client.id)
      return { ...client, token, sessionId: ctx.tokens.read(token)?.sid ?? '' }
    },

    async project(
      client: TestClient,
      details: Partial<Omit<projects.NewProject, 'clientId'>> = {},
    ): Promise<projects.Project> {
      const json = await createProject(ctx, client.freelancer, {
        clientId: client.clientId,
        title: 'Spring menu',
        description: 'Two sizes, allergen marks and a takeaway version.',
        status: 'Pending',
        ...details,
      })
      return JSON.parse(json)
    },

    /** A project that was completed before its due date. */
    async completedProject(client: TestClient): Promise<projects.Project> {
      const { id } = await this.project(client, { dueDate: daysFromNow(9) })
      return JSON.parse(await completeNow(ctx, client.freelancer, id))
    },

    async feedback(
      client: TestClient,
      project: Pick<projects.Project, 'id'>,
      message = 'The blue one, please.',
    ): Promise<feedback.Feedback> {
      return JSON.parse(await leaveFeedback(ctx, client, { projectId: project.id, message }))
    },

    async reply(
      author: Actor,
      { id }: { id: string },
      message = 'It will be blue.',
    ): Promise<feedback.Reply> {
      return JSON.parse(await replyToFeedback(ctx, author, id, { message }))
    },

    /** Uploads a file as this person. */
    async file(
      person: Actor,
      project: { id: string },
      details: Partial<FormFile> & {
        versionOf?: string
        requestId?: string
        sectionId?: string
        staged?: boolean
      } = {},
    ): Promise<files.File> {
      const { name, type, bytes, versionOf, requestId, sectionId, staged } = {
        name: 'menu.txt',
        type: 'text/plain',
        bytes: Buffer.from('Soup, £6'),
        ...details,
      }
      async function* parts(): AsyncGenerator<FormPart> {
        yield { kind: 'field', name: 'projectId', value: project.id }
        if (versionOf) yield { kind: 'field', name: 'versionOf', value: versionOf }
        if (requestId) yield { kind: 'field', name: 'requestId', value: requestId }
        if (sectionId) yield { kind: 'field', name: 'sectionId', value: sectionId }
        if (staged) yield { kind: 'field', name: 'staged', value: 'true' }
        yield { kind: 'file', name: 'file', filename: name, type, bytes: Readable.from([bytes]) }
      }
      return JSON.parse(
        await uploadForm(ctx, person, { parts: parts(), length: bytes.length }, async () => {}),
      )
    },

    section(freelancer: Freelancer, project: { id: string }, name = 'Drafts') {
      return addSection(ctx, freelancer, project.id, name)
    },

    async note(
      author: Actor,
      file: { id: string },
      details: Partial<notes.NewNote> = {},
    ): Promise<notes.Note> {
      return JSON.parse(
        await leaveNote(ctx, author, file.id, { text: 'A little larger, please.', ...details }),
      )
    },

    /** Written by a member about one client, project or file. */
    async teamNote(
      author: Freelancer,
      place: teamNotes.Place,
      text = 'The reprint is not in the price.',
    ): Promise<teamNotes.TeamNote> {
      return JSON.parse(await writeTeamNote(ctx, author, place, { text }))
    },

    /** Adds a request for each title or object. */
    async requests<const Asked extends readonly (string | requests.NewRequest)[]>(
      freelancer: Freelancer,
      project: { id: string },
      asked: Asked,
    ): Promise<{ [Index in keyof Asked]: requests.Request }> {
      const added = asked.map((one) =>
        typeof one === 'string' ? { title: one, kind: 'file' as const } : one,
      )
      return JSON.parse(await addRequests(ctx, freelancer, project.id, added)).requests
    },

    async answer(
      client: ClientUser,
      request: { id: string },
      answer: requests.NewAnswer = { text: 'Tuesday to Saturday, eight to six.' },
    ): Promise<requests.Request> {
      return JSON.parse(await answerRequest(ctx, client, request.id, answer))
    },

    /** Creates a link for a guest, and returns its token. */
    async guestLink(person: Actor, request: { id: string }, note: string | null = null) {
      const { id, url } = await addLink(ctx, person, request.id, { note })
      return { id, url, token: url.slice(url.lastIndexOf('/') + 1) }
    },

    async review(
      freelancer: Freelancer,
      file: { id: string },
      details: reviews.NewReview = {},
    ): Promise<reviews.Review> {
      return JSON.parse(await askForReview(ctx, freelancer, file.id, details))
    },

    /** Asks about several files at once. */
    async reviewGroup(
      freelancer: Freelancer,
      project: { id: string },
      files: readonly { id: string }[],
      details: Partial<reviews.NewGroup> = {},
    ): Promise<reviews.ReviewGroup> {
      const fileIds = files.map(({ id }) => id)
      return JSON.parse(await askTogether(ctx, freelancer, project.id, { fileIds, kind: 'each', ...details }))
    },

    /** Approves by default. */
    async decision(
      client: ClientUser,
      review: { id: string },
      decision: reviews.NewDecision = { decision: 'approved' },
    ): Promise<reviews.Review> {
      return JSON.parse(await decide(ctx, client, review.id, decision))
    },

    /** A file that this person has uploaded and deleted again. */
    async binnedFile(person: Actor, project: { id: string }): Promise<files.File> {
      const file = await this.file(person, project)
      await removeFile(ctx, person, file.id)
      return file
    },

    newClient,
  }
}

/** As if the session's link had been mailed, so that decisions need no code. */
export async function countAsMailed({ db }: AppContext, { sessionId }: ClientUser) {
  await db.updateTable('session').set({ known_by: 'mailed' }).where('id', '=', sessionId).execute()
}

/** The token at the end of a login link. */
export function tokenFromUrl(loginUrl: string) {
  return new URL(loginUrl).searchParams.get('token') ?? ''
}

/** Uses digits, because letters would count as words of the owner, of which a password must not consist. */
export function uniqueEmail(name: string) {
  return `${name}.${randomInt(2 ** 47)}@example.test`
}

/** The UTC day this many days from now, as an ISO string. */
export function daysFromNow(days: number) {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

function newClient() {
  return {
    firstName: 'Maya',
    lastName: 'Whitcombe',
    email: uniqueEmail('maya'),
    company: 'Northwind Bakery' as string | null,
  }
}

function freelancerActor(ctx: AppContext, token: string, id: string): Freelancer {
  const sessionId = ctx.tokens.read(token)?.sid ?? ''
  return { side: 'freelancer', role: 'owner', sees: 'all', personId: id, workspaceId: id, sessionId }
}

/** Waits for the notification of the change, which a socket that is opened later would otherwise receive. */
async function setPlan(ctx: AppContext, id: string, plan: Plan) {
  const { promise: notified, resolve } = Promise.withResolvers<void>()
  const listen = (workspaceId: string) => workspaceId === id && resolve()
  ctx.databaseEvents.on('plan_changed', listen)
  await applyPlan(ctx, id, plan)
  // Repeated, because the listening connection may just have been opened.
  while (!(await settlesWithin(1_000, notified)))
    await sql`select pg_notify('plan_changed', ${id})`.execute(ctx.db)
  ctx.databaseEvents.off('plan_changed', listen)
}
