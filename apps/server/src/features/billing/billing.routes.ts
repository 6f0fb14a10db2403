import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { billing } from '@portico/contract'
import { sendJson } from '../../platform/sql/json.ts'
import { requireRight } from '../access/member-rules.ts'
import {
  cancelSubscription,
  dismissEnd,
  downgrade,
  getStatus,
  refreshStatus,
  resumeSubscription,
} from './billing.service.ts'
import { openPortal, previewPlan, scheduleChange, startCheckout } from './checkout.service.ts'

export const billingRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.addHook('preHandler', async ({ freelancer }) => requireRight(freelancer, { kind: 'plan' }))

  app.route({
    ...billing.status,
    handler: async ({ freelancer }, reply) => sendJson(reply, await getStatus(ctx, freelancer)),
  })

  app.route({
    ...billing.refresh,
    handler: async ({ freelancer }, reply) => sendJson(reply, await refreshStatus(ctx, freelancer)),
  })

  app.route({
    ...billing.downgrade,
    handler: async ({ freelancer }, reply) => sendJson(reply, await downgrade(ctx, freelancer)),
  })

  app.route({
    ...billing.dismissEnd,
    handler: async ({ freelancer }, reply) => sendJson(reply, await dismissEnd(ctx, freelancer)),
  })

  app.route({
    ...billing.checkout,
    handler: ({ freelancer, body }) => startCheckout(ctx, freelancer, body.plan),
  })

  app.route({
    ...billing.scheduleChange,
    handler: async ({ freelancer, body }, reply) =>
      sendJson(reply, await scheduleChange(ctx, freelancer, body.plan)),
  })

  app.route({
    ...billing.preview,
    handler: ({ freelancer, body }) => previewPlan(ctx, freelancer, body.plan),
  })

  app.route({
    ...billing.cancel,
    handler: ({ freelancer }) => cancelSubscription(ctx, freelancer),
  })

  app.route({
    ...billing.resume,
    handler: ({ freelancer }) => resumeSubscription(ctx, freelancer),
  })

  app.route({
    ...billing.portal,
    handler: ({ freelancer }) => openPortal(ctx, freelancer),
  })
}
