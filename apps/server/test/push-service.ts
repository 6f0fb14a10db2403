import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { onTestFinished } from 'vitest'
import type { AppContext } from '../src/platform/context.ts'
import { createPush } from '../src/platform/push/push.ts'
import { certificate, certificateKey } from './certificate.ts'

const PUBLIC_URL = 'https://portico.example'

export interface ReceivedPush {
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A local server in the place of all push services. Push is offered, and sent messages arrive here. */
export async function startPushService(ctx: AppContext, { timeoutMs = 20_000 } = {}) {
  const received: ReceivedPush[] = []
  const service = { received, status: 201, headers: {} as Record<string, string>, isSilent: false, url: '' }
  const server = createServer({ cert: certificate, key: certificateKey }, async (request, response) => {
    const { headers, url } = request
    received.push({ url: `https://${headers.host}${url}`, headers, body: await buffer(request) })
    if (!service.isSilent) response.writeHead(service.status, service.headers).end('a reason')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const before = ctx.push
  ctx.push = createPush({ ...ctx.config, offersPush: true, publicUrl: PUBLIC_URL }, ctx.db, {
    agent: new LocalAgent(port),
    timeoutMs,
  })
  onTestFinished(() => {
    ctx.push = before
    server.closeAllConnections()
    server.close()
  })
  return service
}

/** Connects to this machine, whatever the host. */
class LocalAgent extends Agent {
  port: number
  constructor(port: number) {
    super()
    this.port = port
  }
  override createConnection() {
    return connect({ host: '127.0.0.1', port: this.port, ca: certificate, servername: 'localhost' })
  }
}

/** A browser that has subscribed. It decrypts by RFC 8291 and 8188 itself. */
export function createBrowser(host = 'updates.push.services.mozilla.com') {
  const keys = createECDH('prime256v1')
  const publicKey = keys.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint: `https://${host}/wpush/v2/${randomBytes(24).toString('base64url')}`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    read({ body }: ReceivedPush) {
      const salt = body.subarray(0, 16)
      const serverKeyEnd = 21 + body.readUInt8(20)
      const serverKey = body.subarray(21, serverKeyEnd)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey])
      const keyingMaterial = expand(hmac(auth, keys.computeSecret(serverKey)), info, 32)
      const pseudoRandomKey = hmac(salt, keyingMaterial)
      const key = expand(pseudoRandomKey, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = expand(pseudoRandomKey, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16))
      const padded = Buffer.concat([decipher.update(body.subarray(serverKeyEnd, -16)), decipher.final()])
      // The delimiter of the last record, and zeros behind it.
      const end = padded.lastIndexOf(2)
      return JSON.parse(padded.subarray(0, end).toString())
    },
  }
}

const hmac = (key: Buffer, data: Buffer) => createHmac('sha256', key).update(data).digest()
const expand = (key: Buffer, info: Buffer, length: number) =>
  hmac(key, Buffer.concat([info, Buffer.from([1])])).subarray(0, length)

/** The server's identification (RFC 8292), once its signature has been checked. */
export function readVapid({ headers }: ReceivedPush) {
  const [, token = '', publicKey = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('The signature is wrong.')
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  return { head: parse(head), claims: parse(claims), publicKey }
}
