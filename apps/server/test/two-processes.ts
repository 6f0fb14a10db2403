import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import type { OnCleanup } from './cleanup-stack.ts'
import { createTestContext } from './context.ts'
import { urlOf } from './database-url.ts'
import { createGiven } from './given.ts'
import { startPortico, temporaryFolder } from './portico.ts'
import { startRedis } from './redis.ts'

/** Two processes that share a database, Redis and storage, behind a load balancer. */
export async function startTwo(env: Record<string, string>, onCleanup: OnCleanup) {
  const redis = await startRedis(onCleanup)
  const { ctx, connection, close } = await createTestContext({}, { isInstalled: false })
  onCleanup(close)
  const shared = {
    DATABASE_URL: urlOf(connection),
    REDIS_URL: redis.url,
    APP_SECRET: ctx.config.appSecret,
    STORAGE_URL: `file://${await temporaryFolder(onCleanup)}`,
    ...env,
  }
  const [first, second] = await Promise.all([
    startPortico(shared, { onCleanup }),
    startPortico(shared, { onCleanup }),
  ])
  return {
    redis,
    ctx,
    given: createGiven(ctx),
    first,
    second,
    proxyUrl: await startLoadBalancer([first, second], onCleanup),
  }
}

async function startLoadBalancer(processes: { port: string | number }[], onCleanup: OnCleanup) {
  let next = 0
  const server = createServer((incoming) => {
    const outgoing = connect(Number(processes[next++ % processes.length]?.port), '127.0.0.1')
    incoming.pipe(outgoing).pipe(incoming)
    incoming.on('error', () => outgoing.destroy()).on('close', () => outgoing.destroy())
    outgoing.on('error', () => incoming.destroy()).on('close', () => incoming.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onCleanup(async () => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
