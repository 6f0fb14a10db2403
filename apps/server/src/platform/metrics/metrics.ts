import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** From a small read to the longest that a request may wait, in seconds. */
const DURATION_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** What this process counts, in the format of Prometheus. No label holds an id, a path or an address: each value is a series. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'portico_http_request_duration_seconds',
    help: 'Time until a response was sent, by the pattern of its route.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  })
  const jobs = new Counter({
    name: 'portico_jobs_run_total',
    help: 'Jobs that this process ran, emails among them: done, retry (failed, to be tried again) or failed (for the last time).',
    labelNames: ['job', 'outcome'],
    registers,
  })
  const messages = new Counter({
    name: 'portico_chat_messages_total',
    help: 'Chat messages that this process acknowledged.',
    registers,
  })

  return {
    contentType: registry.contentType,
    /** Every metric as text. */
    read: () => registry.metrics(),
    countJob: (job: string, outcome: 'done' | 'retry' | 'failed') => jobs.inc({ job, outcome }),
    countMessage: () => messages.inc(),
    /** Must be called before the routes are registered. Each status is counted by its class, such as 2xx. */
    measureRequests(app: FastifyInstance) {
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'none'
        const status = `${Math.floor(reply.statusCode / 100)}xx`
        requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1_000)
        done()
      })
    },
    /** A gauge that is read whenever the metrics are. What cannot be read is left out. */
    addGauge<Label extends string>(
      { name, help, labels = [] }: { name: string; help: string; labels?: Label[] },
      measure: () => Sample<Label>[] | Promise<Sample<Label>[]>,
    ) {
      const gauge: Gauge<Label> = new Gauge({
        name,
        help,
        labelNames: labels,
        registers,
        async collect() {
          gauge.reset()
          const samples = await measureOrNothing(measure)
          for (const { labels, value } of samples) gauge.set(labels ?? {}, value)
        },
      })
    },
  }
}

async function measureOrNothing<T>(measure: () => T[] | Promise<T[]>) {
  try {
    return await measure()
  } catch {
    return []
  }
}

interface Sample<Label extends string> {
  labels?: Partial<Record<Label, string>>
  value: number
}
