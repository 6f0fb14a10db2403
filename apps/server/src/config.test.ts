import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const secret = 'x'.repeat(32)

test('nothing needs to be set', () => {
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

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', SMTP_URL: ' ', DATA_DIR: '' })).toEqual(readConfig({}))
})

test('what is set is taken', () => {
  expect(
    readConfig({
      NODE_ENV: 'production',
      APP_SECRET: secret,
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

test('the mailbox is for this machine only', () => {
  expect(readConfig({ HOST: '0.0.0.0' }).showsMailbox).toBe(false)
  expect(readConfig({ SMTP_URL: 'smtp://mail.example' }).showsMailbox).toBe(false)
  expect(readConfig({ NODE_ENV: 'production', APP_SECRET: secret }).showsMailbox).toBe(false)
})

test('without a key Stripe is simulated, on this machine only', () => {
  const key = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef' }

  expect(readConfig({}).simulatesStripe).toBe(true)
  expect(readConfig({ HOST: '0.0.0.0' }).simulatesStripe).toBe(false)
  expect(readConfig({ NODE_ENV: 'production', APP_SECRET: secret }).simulatesStripe).toBe(false)
  expect(readConfig(key)).toMatchObject({ simulatesStripe: false, stripeUrl: 'https://api.stripe.com' })
  expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(
    'STRIPE_WEBHOOK_SECRET must be set when STRIPE_SECRET_KEY is set.',
  )
})

test('production asks for its own secret', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(
    'APP_SECRET must be set when NODE_ENV is production.',
  )
})

test('where files are kept is a folder or a bucket', () => {
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
])('STORAGE_URL=%s is refused, and not repeated', (value) => {
  const complaint = () => readConfig({ STORAGE_URL: value.replace('//', '//key:hush@') })

  expect(complaint).toThrow(/^STORAGE_URL (must|knows) /)
  expect(complaint).not.toThrow('hush')
})

test.for([
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '3000x'],
  ['HOST', 'two words'],
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
] as const)('%s=%s is refused in one sentence', ([name, value]) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be .+\\.$`))
})
