import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const secret = 'x'.repeat(32)
const production = { NODE_ENV: 'production', APP_SECRET: secret, SMTP_URL: 'smtp://mail.example' }

test('has a default for every variable', () => {
  expect(readConfig({})).toMatchObject({
    production: false,
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    databaseUrl: null,
    smtpUrl: null,
    showsMailbox: true,
    trustedProxy: [],
    sessionTtl: 2_592_000,
    loginLinkTtl: 2_592_000,
    accountStorageBytes: null,
    minFreeBytes: 2 * 1_024 ** 3,
    confirmEmail: false,
    limits: {
      login: { count: 10, seconds: 900 },
      register: { count: 1_000, seconds: 3_600 },
      mail: { count: 5, seconds: 3_600 },
      accountMail: { count: 60, seconds: 3_600 },
    },
  })
})

test('treats an empty variable as not set', () => {
  expect(readConfig({ PORT: '', SMTP_URL: ' ', DATA_DIR: '' })).toEqual(readConfig({}))
})

test('reads every variable', () => {
  expect(
    readConfig({
      ...production,
      HOST: '0.0.0.0',
      PORT: '8080',
      PUBLIC_URL: 'https://portico.example/',
      TRUSTED_PROXY: '10.0.0.0/8, ::1',
      LIMIT_LOGIN: '3/60',
      LIMIT_MAIL: 'off',
      ACCOUNT_STORAGE_BYTES: '5000000000',
    }),
  ).toMatchObject({
    production: true,
    appSecret: secret,
    accountStorageBytes: 5_000_000_000,
    port: 8080,
    publicUrl: 'https://portico.example',
    trustedProxy: ['10.0.0.0/8', '::1'],
    showsMailbox: false,
    confirmEmail: true,
    limits: { login: { count: 3, seconds: 60 }, mail: null, register: { count: 60, seconds: 3_600 } },
  })
})

test.for([
  ['on a public HOST', { HOST: '0.0.0.0' }],
  ['with a public FILES_URL', { FILES_URL: 'https://files.example' }],
  ['in production', production],
  ['in production that captures its emails', { ...production, SMTP_URL: '', MAIL: 'captured' }],
] as const)('has no development pages %s', ([, env]) => {
  expect(readConfig(env)).toMatchObject({ showsMailbox: false, simulatesStripe: false })
})

test.for([
  {},
  { NODE_ENV: 'test' },
  { HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' },
  { PUBLIC_URL: 'http://127.0.0.2:8080', FILES_URL: 'http://files.localhost:8080' },
] as Record<string, string>[])('has development pages on this machine only, as with %j', (env) => {
  expect(readConfig(env)).toMatchObject({ showsMailbox: true, simulatesStripe: true })
})

test.for([
  'https://portico.example',
  'http://192.168.1.5:3000',
  'http://0.0.0.0:3000',
  'http://127.0.0.1.portico.example',
  'http://localhost.portico.example',
])('refuses PUBLIC_URL=%s unless NODE_ENV is production', (url) => {
  for (const mode of ['', 'development', 'test'])
    expect(() => readConfig({ PUBLIC_URL: url, NODE_ENV: mode })).toThrow(
      'PUBLIC_URL must be an address of this machine, like http://localhost:3000, unless NODE_ENV is production.',
    )
  expect(readConfig({ PUBLIC_URL: url, ...production }).publicUrl).toBe(url)
})

test('promises HTTPS for this host only, unless HSTS says otherwise', () => {
  const subdomains = 'max-age=63072000; includeSubDomains'

  expect(readConfig({}).hsts).toBeNull()
  expect(readConfig(production).hsts).toBe('max-age=31536000')
  expect(readConfig({ ...production, HSTS: subdomains }).hsts).toBe(subdomains)
  expect(readConfig({ ...production, HSTS: 'off' }).hsts).toBeNull()
  for (const HSTS of ['on', 'max-age=', 'max-age=1; x', 'max-age=1\r\nx: y'])
    expect(() => readConfig({ HSTS }), HSTS).toThrow(/^HSTS must be off, or like max-age=31536000 or /)
})

test('requires SMTP_URL in production unless MAIL is captured', () => {
  const { SMTP_URL, ...silent } = production

  expect(() => readConfig(silent)).toThrow(
    'SMTP_URL must be set when NODE_ENV is production (MAIL=captured starts without sending emails).',
  )
  expect(readConfig({ ...silent, MAIL: 'captured' }).smtpUrl).toBeNull()
  expect(() => readConfig({ SMTP_URL, MAIL: 'captured' })).toThrow(
    'SMTP_URL must not be set when MAIL is captured.',
  )
})

test('shows captured emails only where none are sent', () => {
  expect(readConfig({ SMTP_URL: 'smtp://mail.example' }).showsMailbox).toBe(false)
})

test('simulates Stripe without a key', () => {
  const key = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef' }

  expect(readConfig(key)).toMatchObject({ simulatesStripe: false, stripeUrl: 'https://api.stripe.com' })
  expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(
    'STRIPE_WEBHOOK_SECRET must be set when STRIPE_SECRET_KEY is set.',
  )
})

test('offers push over https to other machines only', () => {
  expect(readConfig({}).offersPush).toBe(false)
  for (const [url, isOffered] of [
    ['https://portico.example', true],
    ['http://portico.example', false],
    ['https://localhost:8443', false],
    ['https://portico.localhost', false],
    ['https://127.0.0.1', false],
  ] as const)
    expect(readConfig({ ...production, PUBLIC_URL: url }).offersPush, url).toBe(isOffered)
})

test('takes a private key of P-256 for push, and does not repeat another one', () => {
  const key = 'KvcP4hjO9vhkJVOdLhaLyQcSqyKnIUfdrvYvW8dWHQE'
  expect(readConfig({ VAPID_PRIVATE_KEY: key }).vapidPrivateKey).toBe(key)
  for (const [wrong, complaint] of [
    [key.slice(1), 'VAPID_PRIVATE_KEY must be 32 bytes in base64url, 43 characters.'],
    [`${'_'.repeat(42)}8`, 'VAPID_PRIVATE_KEY is not a private key of P-256.'],
    ['A'.repeat(43), 'VAPID_PRIVATE_KEY is not a private key of P-256.'],
  ] as const)
    expect(() => readConfig({ VAPID_PRIVATE_KEY: wrong })).toThrow(complaint)
})

test('requires APP_SECRET in production', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(
    'APP_SECRET must be set when NODE_ENV is production.',
  )
})

test('stores files in a folder or a bucket', () => {
  const { storageUrl: folder } = readConfig({ STORAGE_URL: 'file:///srv/files' })
  expect(folder).toEqual({ kind: 'file', folder: '/srv/files' })

  const store = 's3://key:se%2Fcret@bucket/some/folder/?region=eu-west-2&endpoint=https://s3.example'
  expect(readConfig({ STORAGE_URL: `${store}&timeout=25&redirect=off` }).storageUrl).toEqual({
    kind: 's3',
    bucket: 'bucket',
    prefix: 'some/folder/',
    region: 'eu-west-2',
    endpoint: 'https://s3.example',
    credentials: { accessKeyId: 'key', secretAccessKey: 'se/cret' },
    redirects: false,
    timeout: 25,
  })
  expect(readConfig({ STORAGE_URL: 's3://bucket' }).storageUrl).toMatchObject({
    prefix: '',
    credentials: null,
    redirects: true,
    timeout: 10,
  })
})

test.for([
  'http://bucket',
  's3://',
  's3://bucket?colour=red',
  's3://bucket?endpoint=here',
  's3://bucket?redirect=no',
  's3://bucket?timeout=0',
  's3://bucket?timeout=1000',
  's3://bucket?timeout=soon',
])('refuses STORAGE_URL=%s without repeating it', (value) => {
  const read = () => readConfig({ STORAGE_URL: value.replace('//', '//key:hush@') })

  expect(read).toThrow(/^STORAGE_URL (must|knows) /)
  expect(read).not.toThrow('hush')
})

test.for([
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '3000x'],
  ['HOST', 'two words'],
  ['MAIL', 'lost'],
  ['PUBLIC_URL', 'portico.example'],
  ['PUBLIC_URL', 'https://portico.example/app'],
  ['PUBLIC_URL', 'ftp://portico.example'],
  ['DATABASE_URL', 'mysql://localhost/portico'],
  ['SMTP_URL', 'mail.example'],
  ['MAIL_FROM', 'nobody'],
  ['SUPPORT_ADDRESS', 'nobody'],
  ['MAIL_FROM', 'A <a@b.example>\r\nBcc: c@d.example'],
  ['STRIPE_SECRET_KEY', 'pk_test_1'],
  ['STRIPE_WEBHOOK_SECRET', 'secret'],
  ['TRUSTED_PROXY', '10.0.0.0/33'],
  ['TRUSTED_PROXY', 'everyone'],
  ['TRUSTED_PROXY', '10.0.0.1,'],
  ['APP_SECRET', 'short'],
  ['SESSION_TTL', '-1'],
  ['SESSION_TTL', '30d'],
  ['LOGIN_LINK_TTL', '0'],
  ['ACCOUNT_STORAGE_BYTES', '0'],
  ['MIN_FREE_BYTES', '2 GiB'],
  ['LIMIT_LOGIN', '10'],
  ['LIMIT_LINK', '0/60'],
  ['LIMIT_MAIL', 'none'],
  ['NODE_ENV', 'staging'],
  ['LOG_LEVEL', 'loud'],
] as const)('refuses %s=%s in one sentence', ([name, value]) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be .+\\.$`))
})
