import {
  accounts,
  type activity,
  contacts,
  type Endpoint,
  endpoints,
  factors,
  feedback,
  files,
  guestLinks,
  members,
  projects,
  type receipts,
  requests,
  type reviews,
} from '@portico/contract'
import { generate } from 'otplib'
import { createAuthenticator } from '../../test/authenticator.ts'
import { test as base, daysFromNow, expect, tokenFromUrl } from '../../test/fixtures.ts'
import { countAsMailed, createGiven } from '../../test/given.ts'
import { startPushService } from '../../test/push-service.ts'
import { subscribe } from '../../test/subscriptions.ts'
import { changeProfile, createAccount, startSession } from '../features/accounts/accounts.service.ts'
import { issueConfirmation } from '../features/accounts/confirmation.service.ts'
import { changeEmail, confirmEmailChange } from '../features/accounts/email-change.service.ts'
import { emailChangeSecret } from '../features/accounts/email-change-secret.ts'
import { confirmApp, startApp } from '../features/accounts/factors/app.service.ts'
import { beginConfirmByPasskey } from '../features/accounts/factors/confirm.service.ts'
import { listFactors } from '../features/accounts/factors/factors.service.ts'
import {
  createLoginChallenge,
  createPasskeyChallenge,
} from '../features/accounts/factors/login-challenges.service.ts'
import { addPasskey, startPasskey } from '../features/accounts/factors/own-passkeys.service.ts'
import { passwordOwner } from '../features/accounts/passwords.repository.ts'
import { issueResetLink } from '../features/accounts/passwords.service.ts'
import { hashPassword } from '../features/accounts/passwords.ts'
import { createChatEmailToken, createEmailToken } from '../features/activity/emails/email-token.ts'
import { subscribe as subscribeToPush } from '../features/activity/push/push.service.ts'
import { applyPlan } from '../features/billing/billing.service.ts'
import { renewFeed } from '../features/calendar/calendar.service.ts'
import { createMessageSender } from '../features/chat/timeline/messages.service.ts'
import { createClient, createLoginLink } from '../features/clients/clients.service.ts'
import { addContact } from '../features/clients/contacts.service.ts'
import { enterByLink } from '../features/clients/links.service.ts'
import { leaveFeedback } from '../features/feedback/feedback.service.ts'
import { replyToFeedback } from '../features/feedback/replies.service.ts'
import { removeFile } from '../features/files/files.service.ts'
import { addSection } from '../features/files/sections.service.ts'
import { inviteMember, issueInvitationLink } from '../features/members/invitations.service.ts'
import { leaveNote, replyToNote } from '../features/notes/notes.service.ts'
import { completeNow, createProject } from '../features/projects/projects.service.ts'
import { getReceipt } from '../features/receipts/receipts.service.ts'
import { decide } from '../features/reviews/decisions.service.ts'
import { askForReview } from '../features/reviews/reviews.service.ts'
import type { ClientUser, Freelancer } from '../platform/actors.ts'
import type { AppContext } from '../platform/context.ts'
import { runForRequest } from '../platform/http/current-request.ts'
import type { CallExample } from './call-example.ts'
import { callExamples } from './error-codes.ts'
import { auditExamples } from './examples/audit.ts'
import { billingExamples } from './examples/billing.ts'
import { calendarExamples } from './examples/calendar.ts'
import { contactExamples } from './examples/contacts.ts'
import { factorExamples } from './examples/factors.ts'
import { guestLinkExamples } from './examples/guest-links.ts'
import { memberExamples } from './examples/members.ts'
import { noteExamples } from './examples/notes.ts'
import { pushExamples } from './examples/push.ts'
import { requestExamples } from './examples/requests.ts'
import { receiptExamples, reviewExamples } from './examples/reviews.ts'
import {
  ADA,
  ANSWER,
  ANSWERED_REQUEST,
  APP,
  APPROVED_REVIEW,
  BINNED,
  CODED_REVIEW,
  DUE,
  FEEDBACK,
  LATER_DAY,
  LATER_DUE,
  LOGO,
  MADE,
  MAYA,
  MENU,
  NEW_FEEDBACK,
  NOTE,
  NOW,
  OPEN_REQUEST,
  OWN_NOTE,
  PASSKEY,
  PUSH,
  QUESTION,
  RECEIPT,
  REPLY,
  REVIEW,
  SAM,
  SECTION,
  TEAM_NOTE,
  TODAY,
} from './examples/sample-data.ts'
import { sectionExamples } from './examples/sections.ts'
import { teamNoteExamples } from './examples/team-notes.ts'

const withMore = [
  ...[billingExamples, pushExamples, noteExamples, reviewExamples],
  ...[receiptExamples, requestExamples, guestLinkExamples, calendarExamples, auditExamples, memberExamples],
  ...[teamNoteExamples],
].flat()
const withFactors: Endpoint[] = [
  accounts.loginWithCode,
  accounts.loginWithPasskey,
  accounts.confirmWithPasskey,
]
const test = base.extend('basics', { scope: 'file' }, ({ ctx }) => createExampleData(ctx, false))

/** These reads run first and share their data, because they change nothing. */
const readsOfBasics = callExamples.filter(
  (call) => call.endpoint.method === 'GET' && !withMore.includes(call),
)
const otherCalls = callExamples.filter((call) => !readsOfBasics.includes(call))

test('documents every endpoint once', () => {
  expect(callExamples.map(({ endpoint }) => endpoint.url + endpoint.method).sort()).toEqual(
    endpoints.map(({ url, method }) => url + method).sort(),
  )
})

test.for([...readsOfBasics, ...otherCalls])(
  '$endpoint.method $endpoint.url responds as documented',
  async (call, { ctx, api, basics }) => {
    const data = readsOfBasics.includes(call)
      ? basics
      : await createExampleData(ctx, billingExamples.includes(call))
    const { tokens, freelancer, client, projectId, fileId } = data
    const pairs = [...data.pairs]
    if (call.endpoint === projects.undoComplete) await completeNow(ctx, freelancer, projectId)
    if (call.endpoint === files.setThumbnail) {
      const menu = { name: 'menu.pdf', bytes: Buffer.alloc(8) }
      pairs.push([MADE.file, (await createGiven(ctx).file(freelancer, { id: projectId }, menu)).id])
    }
    if (sectionExamples.includes(call)) {
      const { id } = await addSection(ctx, freelancer, projectId, SECTION.name)
      pairs.push([SECTION.id, id])
    }
    if (pushExamples.includes(call)) {
      await startPushService(ctx)
      const { endpoint, keys } = PUSH
      await subscribeToPush(ctx, freelancer, { endpoint, keys })
      pairs.push([PUSH.publicKey, (await ctx.push.publicKey()) ?? ''])
    }
    if (noteExamples.includes(call)) pairs.push(...(await leaveNotes(ctx, { freelancer, client, fileId })))
    if ([...reviewExamples, ...receiptExamples].includes(call))
      pairs.push(...(await createExampleReviews(ctx, freelancer, client, projectId)))
    if (requestExamples.includes(call))
      pairs.push(...(await createExampleRequests(ctx, freelancer, client, projectId)))
    if (call.endpoint === requests.sendStaged || call.endpoint === requests.unsent) {
      const [, requestId] = pairs.find(([documented]) => documented === OPEN_REQUEST.id) ?? []
      await createGiven(ctx).file(client, { id: projectId }, { requestId: requestId ?? '', staged: true })
    }
    if (teamNoteExamples.includes(call)) {
      const note = await createGiven(ctx).teamNote(freelancer, { project: projectId }, TEAM_NOTE.text)
      pairs.push([TEAM_NOTE.id, note.id])
    }
    if (guestLinkExamples.includes(call))
      pairs.push(...(await createExampleLink(ctx, freelancer, client, projectId)))
    if (calendarExamples.includes(call)) {
      const { url } = await renewFeed(ctx, freelancer)
      pairs.push([MADE.calendarToken, tokenFromUrl(url)])
    }
    if (auditExamples.includes(call)) {
      const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0'
      await runForRequest({ address: '203.0.113.7', userAgent, isPreview: false }, () =>
        createLoginLink(ctx, freelancer, client.clientId),
      )
    }
    if (contactExamples.includes(call) && call.endpoint !== contacts.add) {
      const body = { firstName: 'Sam', lastName: 'Reed', email: 'sam@northwind.example' }
      const { contact } = await addContact(ctx, freelancer, client.clientId, body)
      pairs.push([MADE.contact, contact.id])
    }
    if (factorExamples.includes(call) || withFactors.includes(call.endpoint))
      pairs.push(...(await createExampleFactors(ctx, freelancer, call.endpoint)))
    if (emailChangeExamples.includes(call.endpoint))
      pairs.push(...(await createExampleEmailChange(ctx, freelancer, call.endpoint)))
    if (memberExamples.includes(call))
      pairs.push(...(await createExampleMembers(ctx, freelancer, call, client)))
    const asks = swapped(call.request, pairs)
    const { access } = call.endpoint.config
    const token =
      access === 'anyone' || (memberExamples.includes(call) && access === 'optional')
        ? null
        : tokens[access === 'client' ? 'client' : 'freelancer']

    const reply = await api
      .as(null)
      .send(call.endpoint, { ...asks, ...(token && { headers: { authorization: `Bearer ${token}` } }) })

    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
    if (call.endpoint.config.answers) return expect(reply.body).toBeInstanceOf(Buffer)
    const backwards = pairs.map(([documented, real]) => [real, documented] as const)
    const body = withDocumentedPasskey(reply.body, call.response)
    expect(asDocumented(swapped(body, backwards), call.response)).toEqual(call.response)
  },
)

const emailChangeExamples: Endpoint[] = [
  accounts.resendEmailChange,
  accounts.confirmEmailChange,
  accounts.undoEmailChange,
]

/** An open change of the freelancer's address, or one that can be undone. */
async function createExampleEmailChange(
  ctx: AppContext,
  freelancer: Freelancer,
  endpoint: Endpoint,
): Promise<Pairs> {
  const change = { email: 'ada@new.example', currentPassword: ADA.password }
  const visitor = { address: '127.0.0.1' }
  await changeEmail(ctx, freelancer, change, visitor)
  const { id } = await ctx.db.selectFrom('email_change').select('id').executeTakeFirstOrThrow()
  const token = emailChangeSecret(ctx, 'confirm', id)
  if (endpoint !== accounts.undoEmailChange) return [[MADE.emailChangeToken, token]]
  await confirmEmailChange(ctx, token, visitor, async () => ({ invited: 0, limited: 0 }))
  const undo = await ctx.db
    .selectFrom('email_undo')
    .select('id')
    .where('freelancer_id', '=', freelancer.personId)
    .executeTakeFirstOrThrow()
  return [[MADE.emailUndoToken, emailChangeSecret(ctx, 'undo', undo.id)]]
}

/** What the browser is handed is documented shortened. */
function withDocumentedPasskey(body: unknown, documented: unknown) {
  const { passkey } = (documented ?? {}) as { passkey?: object }
  return passkey ? { ...(body as object), passkey } : body
}

const passwordHash = hashPassword(ADA.password, '')

/**
 * Creates the freelancer, client and project of the examples. `pairs` has the value in the examples and the real
 * value.
 */
async function createExampleData(ctx: AppContext, subscribed: boolean) {
  await ctx.db.deleteFrom('workspace').execute()
  await ctx.db.deleteFrom('freelancer').execute()
  // Computed once, because midnight may pass meanwhile.
  const [today, laterDay] = [dayIn(ADA.timeZone, 0), dayIn(ADA.timeZone, guestLinks.LINK_DAYS)]
  const [due, later] = [daysFromNow(28), daysFromNow(56)]
  const from = (userAgent: string) => ({ address: '127.0.0.1', userAgent })
  const account = { ...ADA, passwordHash: await passwordHash }
  const { user } = await createAccount(
    ctx,
    account,
    from('Mozilla/5.0 (Macintosh) Gecko/20100101 Firefox/140.0'),
  )
  const { token } = await startSession(
    ctx,
    { ...account, id: user.id },
    passwordOwner({ ...account, id: user.id }),
    from('Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'),
  )
  const freelancer: Freelancer = {
    side: 'freelancer',
    role: 'owner',
    sees: 'all',
    personId: user.id,
    workspaceId: user.id,
    sessionId: ctx.tokens.read(token)?.sid ?? '',
  }
  await changeProfile(ctx, freelancer, { company: ADA.company })
  if (subscribed) await subscribe(ctx, freelancer, 'pro')
  else await applyPlan(ctx, user.id, 'pro')

  const sam = await createAccount(
    ctx,
    { ...account, name: SAM.name, email: 'sam@marsh.example' },
    from('Mozilla/5.0'),
  )
  await ctx.db
    .insertInto('member')
    .values({ workspace_id: user.id, person_id: sam.user.id, role: 'member', sees: 'all' })
    .execute()

  const { firstName, lastName, email, company } = MAYA
  const added = await createClient(ctx, freelancer, { firstName, lastName, email, company, sendEmail: false })
  const entered = await enterByLink(ctx, tokenFromUrl(added.loginUrl))
  const project = JSON.parse(
    await createProject(ctx, freelancer, {
      clientId: added.client.id,
      title: MENU.title,
      description: MENU.description,
      status: MENU.status,
      dueDate: due,
    }),
  )
  const clientSession = ctx.tokens.read(entered.token)?.sid ?? ''
  const client: ClientUser = {
    side: 'client',
    personId: added.client.id,
    clientId: added.client.id,
    looksOnly: false,
    workspaceId: user.id,
    sessionId: clientSession,
  }
  await countAsMailed(ctx, client)
  // For the link in an email of an earlier version.
  await ctx.db
    .updateTable('client')
    .set({ has_former_email_links: true })
    .where('id', '=', client.personId)
    .execute()
  const leave = async ({ message }: { message: string }) =>
    JSON.parse(await leaveFeedback(ctx, client, { projectId: project.id, message }))
  const oldFeedback = await leave(FEEDBACK)
  const reply = JSON.parse(await replyToFeedback(ctx, freelancer, oldFeedback.id, { message: REPLY.message }))
  const newFeedback = await leave(NEW_FEEDBACK)
  const send = createMessageSender(ctx)
  const asked = await send(client, { ...QUESTION_SAID, senderId: client.personId, receiverId: user.id })
  const answer = await send(freelancer, { ...ANSWER_SAID, senderId: user.id, receiverId: client.personId })
  const logo = await createGiven(ctx).file(freelancer, project, {
    name: LOGO.fileName,
    bytes: Buffer.from('8 bytes.'),
  })
  const binned = await createGiven(ctx).file(freelancer, project, {
    name: BINNED.fileName,
    bytes: Buffer.from('8 bytes.'),
  })
  await removeFile(ctx, freelancer, binned.id)
  const other = await ctx.db
    .selectFrom('session')
    .select('id')
    .where('freelancer_id', '=', user.id)
    .where('id', '!=', freelancer.sessionId)
    .executeTakeFirstOrThrow()

  const loginLink = await ctx.db
    .selectFrom('login_link')
    .select('id')
    .where('client_id', '=', added.client.id)
    .executeTakeFirstOrThrow()

  const [deletion, upload] = await listEvents(ctx, project.id, 'file_deleted', 'file_uploaded')
  const [notification] = await listEvents(ctx, project.id, 'feedback_left')

  const pairs: Pairs = [
    [MADE.deletion, deletion ?? ''],
    [MADE.upload, upload ?? ''],
    [MADE.notification, notification ?? ''],
    [ADA.id, user.id],
    [SAM.id, sam.user.id],
    [MAYA.id, added.client.id],
    [MENU.id, project.id],
    [FEEDBACK.id, oldFeedback.id],
    [NEW_FEEDBACK.id, newFeedback.id],
    [REPLY.id, reply.id],
    [QUESTION.id, asked.message.id],
    [ANSWER.id, answer.message.id],
    [MADE.emailToken, createEmailToken(ctx, { ...client, email: added.client.email })],
    [MADE.chatEmailToken, createChatEmailToken(ctx, client)],
    [LOGO.id, logo.id],
    [BINNED.id, binned.id],
    [MADE.session, freelancer.sessionId],
    [MADE.otherSession, other.id],
    [MADE.linkToken, tokenFromUrl(added.loginUrl)],
    [MADE.loginLink, loginLink.id],
    [MADE.clientToken, entered.token],
    [MADE.confirmationToken, tokenFromUrl((await issueConfirmation(ctx, user.id)).url)],
    [MADE.resetToken, tokenFromUrl(await issueResetLink(ctx, user.id))],
    [`"${TODAY}"`, `"${today}"`],
    [`"${LATER_DAY}"`, `"${laterDay}"`],
    [DUE, due],
    [LATER_DUE, later],
    ['https://portico.example', ctx.config.publicUrl],
  ]
  ctx.lastSeen.note(ctx.tokens.read(entered.token)?.sid ?? '')
  await ctx.lastSeen.flush()
  return {
    tokens: { freelancer: token, client: entered.token },
    pairs,
    freelancer,
    client,
    projectId: project.id as string,
    fileId: logo.id,
  }
}

/** An app that is set up, or about to be. */
async function createExampleFactors(
  ctx: AppContext,
  freelancer: Freelancer,
  endpoint: Endpoint,
): Promise<Pairs> {
  if (endpoint === factors.startApp) return []
  const visitor = { address: '127.0.0.1' }
  const codeOf = (secret: string) =>
    generate({ secret, epoch: Math.floor(ctx.clock.now().getTime() / 1_000) })
  const { challenge, secret } = await startApp(ctx, freelancer)
  const code = await codeOf(secret)
  if (endpoint === factors.confirmApp) {
    return [
      [MADE.challenge, challenge],
      [APP.code, code],
    ]
  }
  const authenticator = createAuthenticator({ origin: ctx.config.publicUrl })
  if (endpoint === factors.addPasskey) {
    const begun = await startPasskey(ctx, freelancer)
    return [
      [MADE.challenge, begun.challenge],
      [JSON.stringify(PASSKEY.answer), JSON.stringify(authenticator.register(begun.passkey))],
    ]
  }
  const { recoveryCodes } = await confirmApp(ctx, freelancer, { challenge, code }, visitor)
  if (endpoint === factors.makeRecoveryCodes || endpoint === factors.turnOff) return []
  const added = await startPasskey(ctx, freelancer)
  const passkey = authenticator.register(added.passkey)
  await addPasskey(ctx, freelancer, { challenge: added.challenge, name: 'MacBook Air', passkey }, visitor)
  const [stored] = (await listFactors(ctx, freelancer)).passkeys
  if (endpoint === accounts.confirmWithPasskey || endpoint === accounts.loginWithPasskey) {
    const begun =
      endpoint === accounts.confirmWithPasskey
        ? await beginConfirmByPasskey(ctx, freelancer)
        : await createPasskeyChallenge(ctx, visitor)
    return [
      [MADE.challenge, begun.challenge],
      [JSON.stringify(PASSKEY.answer), JSON.stringify(authenticator.authenticate(begun.passkey))],
    ]
  }
  if (endpoint === factors.removePasskey || endpoint === factors.list)
    return [[MADE.passkey, stored?.id ?? '']]
  if (endpoint !== accounts.loginWithCode) return []
  const login = await createLoginChallenge(ctx, { id: freelancer.personId }, visitor)
  return [
    [MADE.challenge, login.challenge],
    [APP.code, recoveryCodes?.[0] ?? ''],
  ]
}

/** A note of the client with a reply, and one of the freelancer. */
async function leaveNotes(
  ctx: AppContext,
  { freelancer, client, fileId }: { freelancer: Freelancer; client: ClientUser; fileId: string },
): Promise<Pairs> {
  const { text, page, x, y, replies } = NOTE
  const place = { page: page ?? 1, x: x ?? 0, y: y ?? 0 }
  const note = JSON.parse(await leaveNote(ctx, client, fileId, { text, ...place }))
  for (const reply of replies) await replyToNote(ctx, freelancer, note.id, { text: reply.text })
  const ownNote = JSON.parse(await leaveNote(ctx, freelancer, fileId, { text: OWN_NOTE.text }))
  return [
    [NOTE.id, note.id],
    [OWN_NOTE.id, ownNote.id],
  ]
}

/** Three files of the project: two are in review, one is approved. */
async function createExampleReviews(
  ctx: AppContext,
  freelancer: Freelancer,
  client: ClientUser,
  projectId: string,
): Promise<Pairs> {
  const pairs: Pairs = []
  for (const documented of [REVIEW, CODED_REVIEW, APPROVED_REVIEW]) {
    const { id: fileId } = await createGiven(ctx).file(
      freelancer,
      { id: projectId },
      { name: documented.fileName, bytes: Buffer.from('8 bytes.') },
    )
    const { message, dueDate, needsCode } = documented
    const asked = await askForReview(ctx, freelancer, fileId, {
      ...(message && { message }),
      dueDate: dueDate && daysFromNow(28),
      needsCode,
    })
    const { id } = JSON.parse(asked) as reviews.Review
    pairs.push([documented.id, id], [documented.fileId, fileId])
    if (documented !== APPROVED_REVIEW) continue
    const decided = await decide(ctx, client, id, { decision: 'approved', comment: RECEIPT.comment ?? '' })
    const receiptId = (JSON.parse(decided) as reviews.Review).decision?.receiptId ?? ''
    const { hash, signature } = JSON.parse(await getReceipt(ctx, client, receiptId)) as receipts.Receipt
    pairs.push([RECEIPT.id, receiptId], [RECEIPT.hash, hash])
    pairs.push([RECEIPT.signature?.keyId ?? '', signature?.keyId ?? ''])
    pairs.push([RECEIPT.signature?.value ?? '', signature?.value ?? ''])
  }
  return pairs
}

/** One open and one answered request. */
async function createExampleRequests(
  ctx: AppContext,
  freelancer: Freelancer,
  client: ClientUser,
  projectId: string,
): Promise<Pairs> {
  const [open, answered] = [OPEN_REQUEST, ANSWERED_REQUEST]
  const given = createGiven(ctx)
  const [first, second] = await given.requests(freelancer, { id: projectId }, [
    { title: open.title, kind: 'text' },
    { title: answered.title, kind: 'text' },
  ])
  const text = answered.answers[0]?.text ?? ''
  const { answers } = await given.answer(client, second, { text })
  return [
    [open.id, first.id],
    [answered.id, second.id],
    [answered.answers[0]?.id ?? '', answers[0]?.id ?? ''],
  ]
}

/** Somebody who works in the workspace, and an open invitation. */
async function createExampleMembers(
  ctx: AppContext,
  freelancer: Freelancer,
  call: CallExample,
  client: ClientUser,
): Promise<Pairs> {
  if ([members.remove, members.change, members.transfer].some((endpoint) => endpoint === call.endpoint)) {
    const { id, email } = await createGiven(ctx).member(freelancer)
    return [
      [MADE.member, id],
      ['lea@marsh.example', email],
    ]
  }
  if (call.endpoint === members.choose) {
    await applyPlan(ctx, freelancer.workspaceId, 'free')
    return []
  }
  if (call.endpoint === members.requireFactor) await createGiven(ctx).passkey(freelancer)
  const invited = { email: 'lea@marsh.example', role: 'member', sees: 'assigned' } as const
  const clientIds = [client.clientId]
  const { invitation } = await inviteMember(ctx, freelancer, { ...invited, clientIds })
  const { secret } = await issueInvitationLink(ctx, invitation.id)
  return [
    [MADE.invitation, invitation.id],
    [MADE.invitationToken, secret],
  ]
}

/** A link that the client made for an open request. */
async function createExampleLink(
  ctx: AppContext,
  freelancer: Freelancer,
  client: ClientUser,
  projectId: string,
): Promise<Pairs> {
  const given = createGiven(ctx)
  const { title } = OPEN_REQUEST
  const [request] = await given.requests(freelancer, { id: projectId }, [{ title, kind: 'text' }])
  const { id, token } = await given.guestLink(client, request, 'For Sam')
  return [
    [OPEN_REQUEST.id, request.id],
    [MADE.guestLink, id],
    [MADE.giveToken, token],
  ]
}

const dayIn = (timeZone: string, days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now() + days * 86_400_000)

const { id: _question, number: _first, createdAt: _then, ...QUESTION_SAID } = QUESTION
const { id: _answer, number: _second, createdAt: _now, ...ANSWER_SAID } = ANSWER

type Pairs = (readonly [from: string, to: string])[]

function swapped<T>(value: T, pairs: Pairs): T {
  const others = new Map(pairs)
  // Replaced in one pass, because the new value of one pair may be the old value of another.
  const any = new RegExp(pairs.map(([from]) => from.replace(/\W/g, '\\$&')).join('|'), 'g')
  return JSON.parse(JSON.stringify(value).replace(any, (found) => others.get(found) ?? found))
}

/** Values that the server generates count as documented if they have the same form. */
function asDocumented(actual: unknown, documented: unknown): unknown {
  if (typeof actual === 'string' && typeof documented === 'string') {
    return forms.some((form) => form.test(actual) && form.test(documented)) ? documented : actual
  }
  // Remaining times decrease while the test runs.
  if (typeof actual === 'number' && documented === feedback.EDITABLE_SECONDS && actual > documented - 60)
    return documented
  if (Array.isArray(actual)) {
    return actual.map((item, i) => asDocumented(item, Array.isArray(documented) ? documented[i] : undefined))
  }
  if (typeof actual !== 'object' || actual === null) return actual
  return Object.fromEntries(
    Object.entries(actual).map(([name, value]) => [
      name,
      asDocumented(value, (documented as Record<string, unknown> | null)?.[name]),
    ]),
  )
}

const made = new RegExp(
  `^(?!${[ADA.id, SAM.id, MAYA.id, MENU.id, FEEDBACK.id, NEW_FEEDBACK.id, REPLY.id, LOGO.id, NOTE.id, OWN_NOTE.id, BINNED.id, OPEN_REQUEST.id, ANSWERED_REQUEST.id, QUESTION.id, ANSWER.id, MADE.session, MADE.otherSession].join('|')})[\\da-f-]{36}$`,
)
const forms = [
  made,
  new RegExp(`^${NOW.replace(/\d/g, '\\d').replace('.', '\\.')}$`),
  /^[\w-]+\.[\w-]+\.[\w-]+$/,
  /^https:\/\/portico\.example\/dev\/stripe\/portal\/bps_\w{24}$/,
  /^https:\/\/portico\.example\/api\/files\/[\w/-]+\/(?:content|thumbnail)\?until=\d+&signature=[\w-]{43}$/,
  /^https:\/\/portico\.example\/give\/[\w-]{43}$/,
  /^https:\/\/portico\.example\/api\/calendar\.ics\?token=[\w-]{43}$/,
  /^https:\/\/portico\.example\/reset-password\?token=[\w-]{43}$/,
  /^https:\/\/portico\.example\/client-login\?token=[\w-]{43}$/,
  // Challenges and tokens of remembered browsers, secrets of apps, recovery codes.
  /^[\w-]{43}$/,
  /^[A-Z2-7]{32}$/,
  /^otpauth:\/\/totp\/\S+secret=[A-Z2-7]{32}&\S+$/,
  /^[2-9a-z]{4}-[2-9a-z]{4}$/,
]

/** The ids of the newest events of these kinds, newest first. */
async function listEvents({ db }: AppContext, projectId: string, ...kinds: activity.EventKind[]) {
  const found = await db
    .selectFrom('event')
    .select('id')
    .where('project_id', '=', projectId)
    .where('kind', 'in', kinds)
    .orderBy('id', 'desc')
    .execute()
  return found.map(({ id }) => id)
}
