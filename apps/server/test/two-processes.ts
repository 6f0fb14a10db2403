import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { createTestContext } from './context.ts'
import { urlOf } from './database-url.ts'
import { createGiven } from './given.ts'
import { startPortico, temporaryFolder } from './portico.ts'
import { startRedis } from './redis.ts'

/** Two processes that share a database, Redis and storage, behind a load balancer. */
export async function startTwo(env: Record<string, string> = {}) {
  const redis = await startRedis()
  const { ctx, connection, close } = await createTestContext()
  onTestFinished(close)
  const shared = {
    DATABASE_URL: urlOf(connection),
    REDIS_URL: redis.url,
    APP_SECRET: ctx.config.appSecret,
    STORAGE_URL: `file://${await temporaryFolder()}`,
    ...env,
  }
  const processes = await Promise.all([startPortico(shared), startPortico(shared)])
  const maya = await createGiven(ctx).client(await createGiven(ctx).freelancer())
  return {
    redis,
    ctx,
    shared,
    processes,
    proxyUrl: await startLoadBalancer(processes),
    maya,
    ada: maya.freelancer,
  }
}

async function startLoadBalancer(processes: { port: string | number }[]) {
  let next = 0
  const server = createServer((incoming) => {
    const outgoing = connect(Number(processes[next++ % processes.length]?.port), '127.0.0.1')
    incoming.pipe(outgoing).pipe(incoming)
    incoming.on('error', () => outgoing.destroy()).on('close', () => outgoing.destroy())
    outgoing.on('error', () => incoming.destroy()).on('close', () => incoming.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
