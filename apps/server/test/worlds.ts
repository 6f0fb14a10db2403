import { PLANS } from '@portico/contract'
import { createMessageSender } from '../src/features/chat/timeline/messages.service.ts'
import { setClientArchived } from '../src/features/clients/archive.service.ts'
import { removeClient } from '../src/features/clients/clients.service.ts'
import { changeContact, removeContact } from '../src/features/clients/contacts.service.ts'
import { handOver, setMembers } from '../src/features/clients/members.service.ts'
import { acceptInvitation } from '../src/features/members/acceptance.service.ts'
import { inviteMember, issueInvitationLink } from '../src/features/members/invitations.service.ts'
import {
  changeMember,
  listMembers,
  removeMember,
  transferWorkspace,
} from '../src/features/members/members.service.ts'
import { removeProject } from '../src/features/projects/projects.service.ts'
import type { AppContext } from '../src/platform/context.ts'
import { messageFields } from './chat.ts'
import { createResources, type Ids } from './endpoint-inputs.ts'
import type { Given, TestClient, TestFreelancer, TestUser } from './given.ts'

/** In the title of each project, so that a search finds all that somebody reaches. */
export const TITLE_WORD = 'poster'

interface Workspace {
  /** By their ids, each with the role that they have now. */
  members: Map<string, TestFreelancer>
  clients: WorldClient[]
}

export interface WorldClient {
  client: TestClient
  /** The ids of the members who work with them. */
  team: Set<string>
  lead: string
  contacts: TestClient[]
  /** The ids of those that are not in the bin. */
  projects: string[]
  isArchived: boolean
  /** Of one of everything, for the first client of each workspace. */
  ids: Ids | null
}

export type World = Awaited<ReturnType<typeof createWorld>>

/**
 * Two workspaces with a client of the same address, members of every kind, one of whom works in both, and contacts who decide or only
 * look. The model records who reaches what.
 */
export async function createWorld(given: Given) {
  const [ada, zoe] = [
    await given.freelancer({ plan: 'enterprise', name: 'Ada Marsh' }),
    await given.freelancer({ plan: 'enterprise', name: 'Zoe Park' }),
  ]
  const { email } = given.newClient()
  const [first, second] = [
    await createWorkspace(given, ada, [email, given.newClient().email]),
    await createWorkspace(given, zoe, [email]),
  ]
  const [eve, kim, sam] = [await given.freelancer(), await given.freelancer(), await given.freelancer()]
  await addMember(given, first, eve, { role: 'admin', sees: 'all' })
  await addMember(given, first, kim, { sees: 'all' })
  await addMember(given, first, sam, { clients: first.clients.slice(0, 1) })
  await addMember(given, second, sam)
  return {
    workspaces: [first, second],
    /** Those who have a workspace of their own, signed in to it, by their ids. */
    own: new Map([eve, kim, sam].map((person) => [person.id, person])),
    /** As they were, with sessions that have ended. */
    removed: [] as TestUser[],
  }
}

async function createWorkspace(given: Given, owner: TestFreelancer, emails: string[]): Promise<Workspace> {
  const clients: WorldClient[] = []
  for (const email of emails) {
    const client = await given.client(owner, { email })
    const contacts = [await given.contact(client), await given.contact(client, { looksOnly: true })]
    const { id } = await given.project(client, { title: TITLE_WORD })
    const ids = clients[0] ? null : (await createResources(given, client, owner)).ids
    const team = new Set([owner.id])
    clients.push({ client, contacts, ids, team, lead: owner.id, projects: [id], isArchived: false })
  }
  return { members: new Map([[owner.id, owner]]), clients }
}

interface Terms extends Partial<Pick<TestFreelancer, 'role' | 'sees'>> {
  clients?: WorldClient[]
}

async function addMember(
  given: Given,
  workspace: Workspace,
  person: TestFreelancer,
  { clients = [], ...terms }: Terms = {},
) {
  const assigned = clients.map(({ client }) => client)
  const member = await given.member(ownerOf(workspace), { ...terms, clients: assigned, person })
  workspace.members.set(member.id, member)
  for (const { team } of clients) team.add(member.id)
}

export function ownerOf({ members }: Workspace) {
  const owner = [...members.values()].find(({ role }) => role === 'owner')
  if (!owner) throw new Error('The workspace has no owner')
  return owner
}

/** The clients that a member of the workspace reaches. */
export const reachOf = ({ clients }: Workspace, { id, sees }: TestFreelancer) =>
  clients.filter(({ team }) => sees === 'all' || team.has(id))

/** Which of several, wherever an action has to choose. */
export interface Choice {
  a: number
  b: number
  c: number
}

/** Changes who reaches what, and what there is to reach, and the model of it. An action that makes no sense does nothing. */
export function createWorldActions(ctx: AppContext, given: Given, world: World) {
  const send = createMessageSender(ctx)
  const workspaceOf = ({ a }: Choice) => one(world.workspaces, a)
  const clientOf = (workspace: Workspace, { b }: Choice) => one(workspace.clients, b)
  const memberOf = ({ members }: Workspace, { c }: Choice) => one([...members.values()], c)
  /** As somebody of the workspace who reaches the client. */
  const as = (workspace: Workspace, of: WorldClient, choice: Choice): TestClient => {
    const reaching = [...workspace.members.values()].filter((who) => reachOf(workspace, who).includes(of))
    return { ...of.client, freelancer: one(reaching, choice.c) }
  }

  return {
    async assign(choice: Choice) {
      const workspace = workspaceOf(choice)
      const of = clientOf(workspace, choice)
      const ids = [...workspace.members.keys()].filter((_, index) => (choice.c >> index) & 1)
      const lead = memberOf(workspace, choice).id
      await setMembers(ctx, ownerOf(workspace), of.client.id, { memberIds: ids, leadId: lead })
      Object.assign(of, { lead, team: new Set([lead, ...ids]) })
    },
    async handOver(choice: Choice) {
      const workspace = workspaceOf(choice)
      const of = clientOf(workspace, choice)
      const to = memberOf(workspace, choice).id
      if (to === of.lead || of.isArchived) return
      await handOver(ctx, ownerOf(workspace), of.client.id, { to, note: 'A note', sentence: 'A sentence' })
      of.team.delete(of.lead)
      of.team.add(to)
      of.lead = to
    },
    async changeRole(choice: Choice) {
      const workspace = workspaceOf(choice)
      const member = memberOf(workspace, choice)
      if (member.role === 'owner') return
      const [role, sees] = one(
        [
          ['member', 'all'],
          ['member', 'assigned'],
          ['admin', 'all'],
        ] as const,
        choice.b,
      )
      await changeMember(ctx, ownerOf(workspace), member.id, { role, sees })
      workspace.members.set(member.id, { ...member, role, sees })
    },
    async removeMember(choice: Choice) {
      const workspace = workspaceOf(choice)
      const member = memberOf(workspace, choice)
      const heir = one(
        [...workspace.members.keys()].filter((id) => id !== member.id),
        choice.b,
      )
      if (member.role === 'owner') return
      await removeMember(ctx, ownerOf(workspace), member.id, heir)
      workspace.members.delete(member.id)
      for (const of of workspace.clients) {
        if (of.team.delete(member.id)) of.team.add(heir)
        if (of.lead === member.id) of.lead = heir
      }
      world.removed.push(member)
    },
    async join(choice: Choice) {
      const workspace = workspaceOf(choice)
      const of = clientOf(workspace, choice)
      const person = await given.freelancer({ plan: 'free' })
      world.own.set(person.id, person)
      const terms = { role: 'member', sees: choice.c % 2 ? 'all' : 'assigned' } as const
      const owner = ownerOf(workspace)
      const clientIds = [of.client.id]
      if ((await listMembers(ctx, owner)).length === PLANS.enterprise.memberLimit) return
      const { invitation } = await inviteMember(ctx, owner, { email: person.email, ...terms, clientIds })
      const { secret } = await issueInvitationLink(ctx, invitation.id)
      const { token } = await acceptInvitation(ctx, person, { token: secret }, { address: '127.0.0.1' })
      const sessionId = ctx.tokens.read(token)?.sid ?? ''
      const { workspaceId } = owner
      workspace.members.set(person.id, { ...person, ...terms, workspaceId, sessionId, token })
      of.team.add(person.id)
    },
    async transfer(choice: Choice) {
      const workspace = workspaceOf(choice)
      const [owner, heir] = [ownerOf(workspace), memberOf(workspace, choice)]
      if (owner.id === heir.id) return
      const answer = { to: heir.id, password: owner.password }
      await transferWorkspace(ctx, owner, answer, { address: '127.0.0.1' })
      workspace.members.set(owner.id, { ...owner, role: 'admin' })
      workspace.members.set(heir.id, { ...heir, role: 'owner', sees: 'all' })
    },
    async changeContact(choice: Choice) {
      const workspace = workspaceOf(choice)
      const { contacts, isArchived } = clientOf(workspace, choice)
      const contact = one(contacts, choice.c)
      if (!contact || isArchived) return
      const { looksOnly } = contact
      await changeContact(ctx, ownerOf(workspace), contact.id, { looksOnly: !looksOnly })
      contact.looksOnly = !looksOnly
    },
    async removeContact(choice: Choice) {
      const workspace = workspaceOf(choice)
      const { contacts } = clientOf(workspace, choice)
      const [contact] = contacts.splice(choice.c % 2, 1)
      if (!contact) return
      await removeContact(ctx, ownerOf(workspace), contact.id)
      world.removed.push(contact)
    },
    async archive(choice: Choice) {
      const workspace = workspaceOf(choice)
      const of = clientOf(workspace, choice)
      await setClientArchived(ctx, ownerOf(workspace), of.client.id, !of.isArchived)
      of.isArchived = !of.isArchived
    },
    async removeClient(choice: Choice) {
      const workspace = workspaceOf(choice)
      const of = clientOf(workspace, choice)
      if (workspace.clients.length === 1) return
      await removeClient(ctx, ownerOf(workspace), of.client.id)
      workspace.clients.splice(workspace.clients.indexOf(of), 1)
      world.removed.push(of.client, ...of.contacts)
    },
    async addClient(choice: Choice) {
      const workspace = workspaceOf(choice)
      const member = memberOf(workspace, choice)
      const client = await given.client(member)
      const { id } = await given.project(client, { title: TITLE_WORD })
      const rest = { contacts: [], lead: member.id, isArchived: false, ids: null }
      workspace.clients.push({ client, team: new Set([member.id]), projects: [id], ...rest })
    },
    async addProject(choice: Choice) {
      const workspace = workspaceOf(choice)
      const of = clientOf(workspace, choice)
      if (of.isArchived) return
      const { id } = await given.project(as(workspace, of, choice), { title: TITLE_WORD })
      of.projects.push(id)
    },
    async removeProject(choice: Choice) {
      const workspace = workspaceOf(choice)
      const of = clientOf(workspace, choice)
      const [id] = of.projects.splice(0, 1)
      if (id && !of.isArchived) await removeProject(ctx, as(workspace, of, choice).freelancer, id)
      else if (id) of.projects.unshift(id)
    },
    async write(choice: Choice) {
      const workspace = workspaceOf(choice)
      const of = clientOf(workspace, choice)
      const id = of.projects.at(-1)
      if (!id || of.isArchived) return
      const { client, contacts } = of
      const { freelancer } = as(workspace, of, choice)
      const deciding = [client, ...contacts.filter(({ looksOnly }) => !looksOnly)]
      const by = one(deciding, choice.c)
      const left = await given.feedback(by, { id }, 'Please use the other poster.')
      await given.reply(freelancer, left)
      await given.note(by, await given.file(by, { id }))
      const review = await given.review(freelancer, await given.file(freelancer, { id }))
      await given.decision(by, review)
      await send(by, messageFields(by, { ...ownerOf(workspace), id: freelancer.workspaceId }, 'Hello'))
      await send(freelancer, messageFields(freelancer, client, 'Hello back'))
    },
  }
}

function one<T>(things: readonly T[], index: number) {
  return things[index % things.length] as T
}
