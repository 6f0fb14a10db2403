import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { certificate, certificateKey } from './certificate.ts'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { executeSql } from './execute-sql.ts'
import { formOf } from './forms.ts'
import { freePort } from './free-port.ts'
import { startNginx } from './nginx.ts'
import { startPortico, temporaryFolder } from './portico.ts'
import { startSmtp } from './smtp.ts'

const PUBLIC_URL = 'https://portico.example'
const DEV_KEY = 'development-pages'

test('serves accounts, uploads, chat and client links behind the nginx that README describes', async () => {
  const { connection, port } = await startAsInReadme()
  const send = sendThrough(port)
  const registered = await send('/api/auth/register', { body: ADA })
  await executeSql(connection, `update workspace set plan = 'pro'`)
  const login = await send('/api/auth/login', { body: { email: ADA.email, password: ADA.password } })
  const { token, user } = login.json<{ token: string; user: { id: string } }>()
  const created = await send('/api/clients/create', { token, body: LIN })
  const { client, loginUrl } = created.json<{ client: { id: string }; loginUrl: string }>()
  const menu = { title: 'Menu', description: 'Of spring', status: 'Pending', clientId: client.id }
  const project = await send('/api/projects/create', { token, body: menu })

  const { pathname, search } = new URL(loginUrl.replace('/client-login', '/api/clients/login-from-token'))
  const exchange = await send(pathname + search)
  const lin = exchange.json<{ token: string }>()
  const bytes = Buffer.alloc(20_000_000, 'film')
  const form = formOf({
    projectId: project.json<{ id: string }>().id,
    file: { name: 'film.mp4', type: 'video/mp4', bytes },
  })
  const uploaded = await send('/api/files/client/upload', {
    token: lin.token,
    body: form.bytes,
    type: form.type,
  })
  const { fileUrl } = uploaded.json<{ fileUrl: string }>()
  const downloaded = await send(fileUrl.slice(PUBLIC_URL.length))
  const [theirs, ours] = [await openSocket(port, lin.token), await openSocket(port, token)]
  await ours.emitWithAck('joinRoom', { userId: user.id, peerId: client.id })
  const heard = once(ours as never, 'newMessage')
  const message = { content: 'It is up.', senderId: client.id, senderType: 'Client' }
  await theirs.emitWithAck('sendMessage', { ...message, receiverId: user.id, receiverType: 'Freelancer' })

  expect([registered, login, created, project, exchange, uploaded].map(({ status }) => status)).toEqual([
    201, 200, 201, 201, 200, 201,
  ])
  expect(loginUrl.startsWith(`${PUBLIC_URL}/client-login?token=`)).toBe(true)
  expect(downloaded.bytes.equals(bytes)).toBe(true)
  expect((await heard)[0]).toMatchObject(message)
  expect(login.headers['strict-transport-security']).toBe('max-age=31536000')
  for (const path of ['mailbox', 'mailbox.json', 'emails', 'stripe', 'stripe.json'].map(
    (page) => `/dev/${DEV_KEY}/${page}`,
  ))
    expect((await send(path)).status, path).toBe(404)
})

// Builds the web app if its sources have changed.
test('serves the files of pdf.js behind nginx with their types, and allows WebAssembly in its worker only', {
  timeout: 400_000,
}, async () => {
  const send = sendThrough((await startAsInReadme({ web: true })).port)
  const [version] = await readdir(join(import.meta.dirname, '../../web/build/client/pdfjs'))
  const pdfjs = (path: string) => send(`/pdfjs/${version}/${path}`)
  const types = {
    'legacy/build/pdf.worker.min.mjs': /^(text|application)\/javascript/,
    'wasm/openjpeg.wasm': /^application\/wasm$/,
    'wasm/openjpeg_nowasm_fallback.js': /^(text|application)\/javascript/,
    'cmaps/Adobe-Japan1-UCS2.bcmap': /^application\/octet-stream$/,
    'standard_fonts/FoxitFixed.pfb': /^application\//,
    'standard_fonts/LiberationSans-Regular.ttf': /^font\//,
    'iccs/CGATS001Compat-v2-micro.icc': /^application\//,
  }

  for (const [path, type] of Object.entries(types)) {
    const { status, headers } = await pdfjs(path)
    expect([path, status]).toEqual([path, 200])
    expect(headers['content-type'], path).toMatch(type)
    expect(headers['cache-control'], path).toBe('public, max-age=31536000, immutable')
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['content-security-policy'], path).toBe(
      path.includes('worker')
        ? "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
        : "default-src 'none'",
    )
  }
  const worker = await send(`/pdfjs/${version}/legacy/build/pdf.worker.min.mjs`, { encoding: 'gzip' })
  expect(worker.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-security-policy': expect.stringContaining("'wasm-unsafe-eval'"),
  })
  const page = await send('/files/01900000-0000-7000-8000-000000000001')
  expect(page.headers['content-security-policy']).not.toContain('unsafe')
  expect((await pdfjs('wasm/quickjs-eval.js')).status).toBe(404)
  expect((await pdfjs('..%2f..%2fpages.json')).status).not.toBe(200)
})

// Builds the web app if its sources have changed.
test('every page names the durations that the operator has set', { timeout: 400_000 }, async () => {
  const env = { SESSION_TTL: '432000', LOGIN_LINK_TTL: '259200', FILE_LINK_TTL: '120' }
  const send = sendThrough((await startAsInReadme({ web: true, env })).port)
  const read = async (path: string) => (await send(path)).bytes.toString()

  expect(await read('/features')).toContain('It works for 3 days, on any device')
  expect(await read('/FAQ')).toContain('It works for 3 days, on any device')
  const privacy = await read('/privacy')
  expect(privacy).toContain('A session ends 5 days after it began')
  expect(privacy).toContain('is stored as a hash only, works for 3 days,')
  expect(privacy).toContain('A link to a file works for 2 minutes.')
  for (const path of [
    '/client-login',
    '/clients',
    '/clients/01900000-0000-7000-8000-000000000001',
    '/unknown',
  ]) {
    expect(await read(path), path).toContain('data-login-link-duration="3 days"')
    expect(await read(path), path).not.toContain('portico-duration-')
  }
})

const ADA = { name: 'Ada Marsh', email: 'ada@example.com', password: 'correct horse battery' }
const LIN = { firstName: 'Lin', lastName: 'Ito', email: 'lin@example.com', sendEmail: false }

/** README's environment and README's nginx; ports, certificate, secret and mail server are the test's. */
async function startAsInReadme({
  web = false,
  env: changed = {},
}: {
  web?: boolean
  env?: Record<string, string>
} = {}) {
  const readme = await readFile(join(import.meta.dirname, '../../../README.md'), 'utf8')
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  const smtp = await startSmtp()
  onTestFinished(smtp.stop)
  const { STRIPE_SECRET_KEY: _key, STRIPE_WEBHOOK_SECRET: _secret, ...env } = environmentIn(readme)
  expect(env).toMatchObject({ NODE_ENV: 'production', PUBLIC_URL })
  const portico = await startPortico(
    {
      ...env,
      ...changed,
      DEV_KEY,
      APP_SECRET: 'x'.repeat(64),
      SMTP_URL: smtp.url,
      DATABASE_URL: urlOf(connection),
    },
    { web },
  )

  const folder = await temporaryFolder()
  await writeFile(join(folder, 'certificate.pem'), certificate)
  await writeFile(join(folder, 'key.pem'), certificateKey)
  const port = await freePort()
  const [, config = ''] = /^```nginx\n(.*?)^```$/ms.exec(readme) ?? []
  const here = [
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['http://127.0.0.1:3000', portico.url],
    ['/etc/letsencrypt/live/portico.example/fullchain.pem', join(folder, 'certificate.pem')],
    ['/etc/letsencrypt/live/portico.example/privkey.pem', join(folder, 'key.pem')],
  ] as const
  for (const [theirs] of here) expect(config).toContain(theirs)
  await startNginx(
    here.reduce((text, [theirs, ours]) => text.replace(theirs, ours), config),
    port,
  )
  return { connection, port }
}

function environmentIn(readme: string) {
  const lines = readme.match(/^ {4}export .*$/gm) ?? []
  const pairs = lines.flatMap((line) => [...line.replace(/ #.*/, '').matchAll(/(\w+)=('[^']*'|\S+)/g)])
  return Object.fromEntries(pairs.map(([, name, value = '']) => [name, value.replaceAll("'", '')]))
}

interface Sent {
  token?: string
  type?: string
  encoding?: string
  body?: object | Buffer
}

/** Asks for the public address, which is this nginx here. */
function sendThrough(port: number) {
  return async (path: string, { token, body, encoding, type = 'application/json' }: Sent = {}) => {
    const headers: OutgoingHttpHeaders = {
      host: 'portico.example',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(encoding && { 'accept-encoding': encoding }),
      ...(body && { 'content-type': type }),
    }
    const place = { host: '127.0.0.1', port, servername: 'localhost', ca: certificate }
    const call = request({ ...place, path, method: body ? 'POST' : 'GET', headers })
    call.end(Buffer.isBuffer(body) || !body ? body : JSON.stringify(body))
    const [response] = await once(call, 'response')
    const bytes: Buffer = await buffer(response)
    return {
      status: response.statusCode as number,
      headers: response.headers,
      bytes,
      json: <T>() => JSON.parse(bytes.toString()) as T,
    }
  }
}

/** As a page of the public address opens it. */
async function openSocket(port: number, token: string) {
  const socket = io(`https://127.0.0.1:${port}`, {
    ca: certificate,
    transports: ['websocket'],
    auth: { token },
    extraHeaders: { origin: PUBLIC_URL },
    reconnection: false,
    forceNew: true,
  })
  onTestFinished(() => void socket.close())
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return socket
}
