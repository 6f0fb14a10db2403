import { newId, type SimulatorContext } from '../context.ts'
import { type Form, flag, metadata, part, text, texts } from '../form.ts'
import { buildConfiguration, type Configuration } from '../objects/portal.ts'
import { findObject } from '../stored-objects.ts'

export function createConfiguration(context: SimulatorContext, form: Form): Configuration {
  return context.store.put(
    buildConfiguration(newId('bpc'), context.now(), {
      metadata: metadata(form),
      features: featuresOf(form),
      default_return_url: text(form, 'default_return_url') ?? null,
    }),
  )
}

export function updateConfiguration(context: SimulatorContext, id: string, form: Form): Configuration {
  const before = findObject<Configuration>(context, 'billing_portal.configuration', id)
  return context.store.put<Configuration>({
    ...before,
    metadata: metadata(form, before.metadata),
    features: part(form, 'features') ? featuresOf(form) : before.features,
    default_return_url: text(form, 'default_return_url') ?? before.default_return_url,
    updated: context.now(),
  })
}

function featuresOf(form: Form): Configuration['features'] {
  const enabled = (feature: string) => flag(form, 'features', feature, 'enabled') ?? false
  const change = ['features', 'subscription_update'] as const
  return {
    customer_update: {
      allowed_updates: texts(form, 'features', 'customer_update', 'allowed_updates'),
      enabled: enabled('customer_update'),
    },
    invoice_history: { enabled: enabled('invoice_history') },
    payment_method_update: { enabled: enabled('payment_method_update'), payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: enabled('subscription_cancel'),
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: texts(form, ...change, 'default_allowed_updates'),
      enabled: enabled('subscription_update'),
      products: Object.values(part(form, ...change, 'products') ?? {}).flatMap((product) =>
        typeof product === 'string'
          ? []
          : [
              {
                adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
                prices: texts(product, 'prices'),
                product: text(product, 'product') ?? '',
              },
            ],
      ),
      proration_behavior: text(form, ...change, 'proration_behavior') ?? 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: text(form, ...change, 'trial_update_behavior') ?? 'end_trial',
    },
  }
}
