import { AUDIT_ACTIONS, type AuditAction, type Endpoint, endpoints } from '@portico/contract'
import { describe } from 'vitest'
import { createResourcesFor, inputsFor } from './endpoint-inputs.ts'
import { expect, test } from './fixtures.ts'
import { uniqueEmail } from './given.ts'

const keyOf = ({ method, url }: Endpoint) => `${method} ${url}`

/** What each audited endpoint records. */
const AUDITED: Record<string, AuditAction> = {
  'POST /auth/register': 'account.registered',
  'POST /auth/login': 'login.succeeded',
  'POST /auth/login/code': 'login.succeeded',
  'POST /auth/login/passkey': 'login.succeeded',
  'POST /auth/factors/passkeys': 'factor.added',
  'DELETE /auth/factors/passkeys/:id': 'factor.removed',
  'PUT /auth/factors/app': 'factor.added',
  'DELETE /auth/factors/app': 'factor.removed',
  'POST /auth/factors/recovery-codes': 'factor.codes_created',
  'DELETE /auth/factors': 'factor.removed',
  'POST /auth/logout': 'session.ended',
  // When the job writes the email, which is when the link is made.
  'POST /auth/forgot-password': 'password.reset_requested',
  'POST /auth/reset-password': 'password.reset',
  'POST /auth/confirm-email': 'email.confirmed',
  'PUT /auth/email-change': 'email.change_requested',
  'POST /auth/email-change/confirm': 'email.changed',
  'POST /auth/email-change/undo': 'email.change_undone',
  'PUT /auth/me': 'settings.profile_changed',
  'PUT /auth/password': 'password.changed',
  'DELETE /auth/sessions': 'session.ended',
  'DELETE /auth/sessions/:id': 'session.ended',
  'POST /clients/create': 'client.created',
  'PUT /clients/:id': 'client.changed',
  'DELETE /clients/:id': 'client.deleted',
  'POST /clients/:id/hand-over': 'client.handed_over',
  'PUT /clients/:id/members': 'client.members_changed',
  'POST /clients/:id/login-link': 'link.created',
  'POST /clients/:id/preview': 'preview.started',
  'POST /clients/:id/resend-login': 'link.mailed',
  'POST /clients/:id/reset-access': 'access.reset',
  'POST /clients/request-link': 'link.mailed',
  'DELETE /clients/handed-out-links': 'handed_out.ended',
  'DELETE /clients/my-links': 'link.ended',
  'DELETE /clients/my-links/:id': 'link.ended',
  'GET /clients/login-from-token': 'login.succeeded',
  'POST /clients/:id/contacts': 'contact.added',
  'PUT /contacts/:id': 'contact.changed',
  'DELETE /contacts/:id': 'contact.removed',
  'DELETE /portals': 'session.ended',
  'DELETE /projects/:id': 'project.deleted',
  'DELETE /files/:id': 'file.deleted',
  'GET /files/project/:id/zip': 'export.files',
  'GET /files/project/:id/zip-link': 'export.files',
  'GET /files/:id/notes.csv': 'export.notes',
  'GET /files/:id/notes.txt': 'export.notes',
  'GET /receipts/:id/pdf': 'export.receipt',
  'GET /audit/export.csv': 'export.audit',
  // When it is decided by a code.
  'PUT /reviews/:id/decision': 'login.code_given',
  'PUT /reviews/:id/group/decision': 'login.code_given',
  'DELETE /reviews/:id/decision': 'login.code_given',
  'POST /requests/:id/links': 'guest_link.created',
  'DELETE /requests/:id/links/:linkId': 'guest_link.ended',
  'DELETE /bin/:kind/:id': 'bin.purged',
  'POST /bin/:kind/:id/restore': 'bin.restored',
  'POST /calendar': 'calendar.created',
  'DELETE /calendar': 'calendar.ended',
  'POST /stripe/create-checkout-session': 'plan.checkout_started',
  'POST /stripe/cancel-subscription': 'plan.cancelled',
  'POST /stripe/resume-subscription': 'plan.resumed',
  'POST /stripe/schedule-change': 'plan.change_scheduled',
  'POST /billing/downgrade': 'plan.changed',
  'POST /billing/refresh': 'plan.changed',
  'PUT /workspace': 'workspace.renamed',
  'PUT /workspace/brand': 'settings.brand_changed',
  'PUT /workspace/second-factor': 'factor.required',
  'PUT /workspace/active-members': 'member.paused',
  'POST /workspace/transfer': 'workspace.handed_over',
  'POST /auth/switch': 'login.succeeded',
  'POST /members/invitations': 'member.invited',
  'DELETE /members/invitations/:id': 'member.invitation_withdrawn',
  'POST /invitations/:token': 'member.joined',
  'PUT /members/:id': 'member.changed',
  'DELETE /members/:id': 'member.removed',
}

const CONTENT = 'it is the ordinary work of a project, which its activity names'
const EMAIL_SETTINGS = 'it decides which emails somebody gets themselves'
const NOTHING = 'it changes nothing that lasts'

/** Why the others record nothing. */
const NOT_AUDITED: Record<string, string> = {
  'POST /auth/resend-confirmation': 'the link goes to the account’s own address, and opening it is recorded',
  'POST /auth/email-change/resend': 'the change that it is for was recorded',
  'DELETE /auth/email-change': 'the address stays what it was',
  'POST /auth/test-email': NOTHING,
  'POST /auth/login/passkey/options': NOTHING,
  'POST /auth/confirm': 'what is confirmed is recorded',
  'POST /auth/confirm/passkey/options': NOTHING,
  'POST /auth/confirm/passkey': 'what is confirmed is recorded',
  'POST /auth/factors/passkeys/options': NOTHING,
  'POST /auth/factors/app': 'an app counts once it is confirmed, which is recorded',
  'POST /portals/:clientId/enter': 'the session was recorded when it began',
  'POST /portals/join': 'the session was recorded when it began',
  'POST /portals/of-link': NOTHING,
  'POST /projects/bulk': CONTENT,
  'POST /projects/create': CONTENT,
  'POST /projects/:id/complete': CONTENT,
  'POST /projects/:id/duplicate': CONTENT,
  'POST /projects/:id/turn': CONTENT,
  'PUT /projects/:id': CONTENT,
  'PUT /projects/:id/due-date': CONTENT,
  'DELETE /projects/:id/completion': CONTENT,
  'GET /files/:id/bytes': 'it shows one file, which is reading',
  'PUT /files/:id': CONTENT,
  'PUT /files/:id/thumbnail': CONTENT,
  'POST /files/upload': CONTENT,
  'POST /files/client/upload': CONTENT,
  'PUT /notes/:id': CONTENT,
  'DELETE /notes/:id': CONTENT,
  'POST /notes/:id/replies': CONTENT,
  'POST /files/:id/notes': CONTENT,
  'POST /team-notes': CONTENT,
  'PUT /team-notes/:id': CONTENT,
  'DELETE /team-notes/:id': CONTENT,
  'POST /files/:id/review': CONTENT,
  'POST /projects/:id/reviews': CONTENT,
  'POST /invitations/:token/code': 'joining by the code is recorded',
  'POST /reviews/:id/code': 'giving the code is recorded',
  'DELETE /reviews/:id': CONTENT,
  'POST /projects/:id/requests': CONTENT,
  'POST /projects/:id/requests/accept': CONTENT,
  'POST /projects/:id/requests/copy': CONTENT,
  'POST /projects/:id/requests/send': CONTENT,
  'PUT /projects/:id/reminders': CONTENT,
  'PUT /requests/:id': CONTENT,
  'PUT /requests/:id/answer': CONTENT,
  'PUT /requests/:id/state': CONTENT,
  'DELETE /requests/:id': CONTENT,
  'POST /give/:token': CONTENT,
  'POST /feedback': CONTENT,
  'PUT /feedback/:id': CONTENT,
  'DELETE /feedback/:id': CONTENT,
  'POST /feedback/:id/replies': CONTENT,
  'PUT /feedback/replies/:id': CONTENT,
  'DELETE /feedback/replies/:id': CONTENT,
  'PUT /notifications/read': 'it is what somebody has read',
  'PUT /notifications/settings': EMAIL_SETTINGS,
  'PUT /notifications/settings/by-email': EMAIL_SETTINGS,
  'POST /notifications/unsubscribe': EMAIL_SETTINGS,
  'POST /messages/mail/unsubscribe': EMAIL_SETTINGS,
  'POST /push/subscriptions': 'it belongs to a session, which was recorded',
  'DELETE /push/subscriptions': 'it belongs to a session, which was recorded',
  'POST /push/test': NOTHING,
  'POST /files/project/:id/sections': CONTENT,
  'PUT /sections/:id': CONTENT,
  'PUT /files/project/:id/section': CONTENT,
  'DELETE /sections/:id': CONTENT,
  'GET /calendar.ics': 'programs read it every few minutes',
  'POST /billing/dismiss-end': 'it hides a notice',
  'POST /stripe/portal': 'what is done there comes back as a change of the plan',
  'POST /stripe/preview': NOTHING,
  'POST /support': 'it is an email to the operator',
}

test('every endpoint that changes or exports something is audited, or has a reason not to be', () => {
  const concerned = endpoints.filter(({ method, config }) => method !== 'GET' || config.answers)

  const undecided = concerned.map(keyOf).filter((key) => !AUDITED[key] && !NOT_AUDITED[key])

  expect(undecided).toEqual([])
  const keys = endpoints.map(keyOf)
  expect(Object.keys({ ...AUDITED, ...NOT_AUDITED }).filter((key) => !keys.includes(key))).toEqual([])
  expect(Object.keys(AUDITED).filter((key) => NOT_AUDITED[key])).toEqual([])
})

describe('an entry comes with', () => {
  /** What needs another beginning than an ordinary call is tested with its feature. */
  const isOrdinary = (endpoint: Endpoint) => {
    const action = AUDITED[keyOf(endpoint)]
    if (!action || ['anyone', 'optional'].includes(endpoint.config.access)) return false
    if (action === 'login.code_given' || action.startsWith('factor.')) return false
    if (action === 'member.paused') return false
    return AUDIT_ACTIONS[action].group !== 'plan'
  }

  test.for(endpoints.filter(isOrdinary))('$method $url', async (endpoint, { api, given, ctx }) => {
    const freelancer = await given.freelancer({ plan: 'enterprise' })
    const client = await given.client(freelancer)
    const caller = endpoint.config.access === 'client' ? client : freelancer
    const { ids } = await createResourcesFor(endpoint, given, client, caller)
    const { body = {}, ...others } = inputsFor(endpoint, ids)
    const { password: currentPassword } = freelancer
    const ofOwnAccount: Record<string, object> = {
      '/auth/password': { currentPassword, newPassword: 'an entirely other phrase' },
      '/auth/email-change': { currentPassword, email: uniqueEmail('new') },
      '/workspace/transfer': { ...(body as object), password: currentPassword },
    }
    const inputs = { ...others, body: ofOwnAccount[endpoint.url] ?? body }
    const count = () =>
      ctx.db
        .selectFrom('audit_entry')
        .select((of) => of.fn.countAll<string>().as('entries'))
        .where('workspace_id', '=', freelancer.workspaceId)
        .where('actor_id', '=', caller.personId)
        .where('action', '=', AUDITED[keyOf(endpoint)] as AuditAction)
        .executeTakeFirstOrThrow()
    const before = await count()

    const reply = await api.as(caller).send(endpoint, endpoint.schema.body ? inputs : { ...others })

    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
    expect(Number((await count()).entries)).toBe(Number(before.entries) + 1)
  })
})
