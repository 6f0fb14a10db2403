import type { FastifyError, FastifyInstance } from 'fastify'
import { docsRoutes } from './docs/docs.routes.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { isConfirmed } from './features/accounts/factors/confirm.service.ts'
import { factorRoutes } from './features/accounts/factors/factors.routes.ts'
import { authenticate, renewToken, requireLiveSession } from './features/accounts/session-tokens.ts'
import { activityRoutes } from './features/activity/activity.routes.ts'
import { pushRoutes } from './features/activity/push/push.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { auditRefusal } from './features/audit/audit-refusal.ts'
import { billingRoutes } from './features/billing/billing.routes.ts'
import { webhookRoutes } from './features/billing/webhook.routes.ts'
import { binRoutes } from './features/bin/bin.routes.ts'
import { brandRoutes } from './features/brand/brand.routes.ts'
import { findBrandOfLink } from './features/brand/brand.service.ts'
import { brandPictureRoutes } from './features/brand/brand-pictures.routes.ts'
import { calendarRoutes } from './features/calendar/calendar.routes.ts'
import { chatRoutes } from './features/chat/chat.routes.ts'
import { serveChat } from './features/chat/chat.socket.ts'
import { clientRoutes } from './features/clients/clients.routes.ts'
import { contactRoutes } from './features/clients/contacts.routes.ts'
import { sendWaitingInvitations } from './features/clients/invitations.service.ts'
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts'
import { feedbackRoutes } from './features/feedback/feedback.routes.ts'
import { fileRoutes } from './features/files/files.routes.ts'
import { guestRoutes } from './features/guest-links/guest.routes.ts'
import { guestLinkRoutes } from './features/guest-links/guest-links.routes.ts'
import { guestPageRoutes } from './features/guest-links/page/page.routes.ts'
import { memberRoutes } from './features/members/members.routes.ts'
import { noteRoutes } from './features/notes/notes.routes.ts'
import { portalRoutes } from './features/portals/portals.routes.ts'
import { projectRoutes } from './features/projects/projects.routes.ts'
import { receiptKeyRoutes } from './features/receipts/receipt-keys.routes.ts'
import { receiptRoutes } from './features/receipts/receipts.routes.ts'
import { requestRoutes } from './features/requests/requests.routes.ts'
import { reviewRoutes } from './features/reviews/reviews.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { supportRoutes } from './features/support/support.routes.ts'
import { teamNoteRoutes } from './features/team-notes/team-notes.routes.ts'
import type { AppContext } from './platform/context.ts'
import { access, requireUnrestricted } from './platform/http/access.ts'
import { errorHandler, NotFound, toProblem } from './platform/http/errors.ts'
import { separateFilesHost } from './platform/http/files-host.ts'
import { healthRoutes } from './platform/http/health.ts'
import { securityTxtRoutes } from './platform/http/security-txt.ts'
import { createHttpServer } from './platform/http/server.ts'
import { shareConnections } from './platform/http/share-connections.ts'
import { rejectUnknownInput } from './platform/http/validation.ts'
import { webRoutes } from './platform/http/web-app.ts'
import { mailboxRoutes } from './platform/mail/mailbox.ts'
import { stripePagesRoutes } from './platform/payments/stripe-pages.ts'
import { socketServer } from './platform/realtime/socket-server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    ctx: AppContext
  }
}

/** Builds the whole server without listening. `web: false` leaves out the built web app, for Vite and for tests. */
export async function buildApp(ctx: AppContext, { web = true } = {}): Promise<FastifyInstance> {
  const app = createHttpServer(ctx.config, ctx.log)
  app.decorate('ctx', ctx)
  separateFilesHost(app, ctx.config)
  ctx.metrics?.measureRequests(app)

  await app.register(
    async (api) => {
      api.addHook('onRequest', (_request, reply, done) => {
        reply.header('cache-control', 'no-store').header('vary', 'Origin')
        done()
      })
      await api.register(access, {
        authenticate: (token, address) => authenticate(ctx, token, address),
        requireLiveSession: (claims) => requireLiveSession(ctx, claims),
        renewToken: (session) => renewToken(ctx, session),
        isConfirmed: (freelancer) => isConfirmed(ctx, freelancer),
      })
      await api.register(shareConnections)
      rejectUnknownInput(api)
      api.setErrorHandler((error: FastifyError, request, reply) => {
        auditRefusal(ctx, request, toProblem(error, request))
        return errorHandler(error, request, reply)
      })
      api.setNotFoundHandler(() => {
        throw new NotFound()
      })
      await api.register(accountRoutes, { sendWaitingInvitations })
      await api.register(factorRoutes)
      await api.register(clientRoutes)
      await api.register(contactRoutes)
      await api.register(memberRoutes)
      await api.register(brandRoutes)
      await api.register(portalRoutes)
      await api.register(projectRoutes)
      await api.register(fileRoutes)
      await api.register(noteRoutes)
      await api.register(reviewRoutes)
      await api.register(receiptRoutes)
      await api.register(requestRoutes)
      await api.register(guestLinkRoutes)
      await api.register(guestRoutes)
      await api.register(feedbackRoutes)
      await api.register(teamNoteRoutes)
      await api.register(activityRoutes)
      await api.register(pushRoutes)
      await api.register(binRoutes)
      await api.register(chatRoutes)
      await api.register(searchRoutes)
      await api.register(dashboardRoutes)
      await api.register(calendarRoutes)
      if (ctx.config.hasPlans) await api.register(billingRoutes)
      await api.register(auditRoutes)
      await api.register(supportRoutes)
      await api.register(docsRoutes)
    },
    { prefix: '/api' },
  )
  if (ctx.config.hasPlans) await app.register(webhookRoutes, { prefix: '/api' })
  await app.register(guestPageRoutes)
  await app.register(brandPictureRoutes)
  await app.register(receiptKeyRoutes)
  await app.register(securityTxtRoutes)
  await app.register(socketServer, {
    authenticate: async (token) => {
      const session = await authenticate(ctx, token)
      if (session) requireUnrestricted(session)
      return session
    },
    serve: (io) => serveChat(io, ctx),
  })
  await app.register(healthRoutes)
  await app.register(mailboxRoutes, {
    prefix: `/dev/${ctx.config.devKey}`,
    // Imported on demand, because production never needs it.
    previews: async () => (await import('./email-samples.ts')).emailSamples(ctx.config.publicUrl),
  })
  await app.register(stripePagesRoutes)
  if (web) await app.register(webRoutes, { findBrandOfLink })
  return app
}
