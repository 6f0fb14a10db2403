import { clients, type Endpoint, endpoints, projects } from '@portico/contract'
import { type Api, test as base, expect } from './fixtures.ts'
import { createGiven, type Given } from './given.ts'

type Targets = Awaited<ReturnType<typeof createTargets>>

/** The people and things in the calls. Nearly all calls are refused, so they share this data. */
const test = base.extend('targets', { scope: 'file' }, ({ ctx }) => createTargets(createGiven(ctx)))

async function createTargets(given: Given) {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const [request] = await given.requests(maya.freelancer, project, ['Logo'])
  const { token } = await given.guestLink(maya, request)
  return { maya, project, token }
}

interface FieldSchema {
  type?: string
  format?: string
  anyOf?: FieldSchema[]
  enum?: unknown[]
  maxLength?: number
}

interface Field {
  endpoint: Endpoint
  name: string
  schema: FieldSchema
  required: boolean
}

/** JSON bodies only: uploads have their own tests. */
const fields: Field[] = endpoints
  .filter(({ url }) => !url.endsWith('/upload'))
  .flatMap((endpoint) => {
    const { properties = {}, required = [] } = (endpoint.schema.body ?? {}) as {
      properties?: Record<string, FieldSchema>
      required?: string[]
    }
    return Object.entries(properties).map(([name, schema]) => ({
      endpoint,
      name,
      schema,
      required: required.includes(name),
    }))
  })
const each = fields.map((field) => ({
  ...field,
  at: `${field.endpoint.method} ${field.endpoint.url}: ${field.name}`,
}))
/** Texts that people type, apart from dates and from secrets, which are only compared. */
const texts = each.filter(({ schema }) =>
  ['words', 'name', 'email', 'password'].some((format) => isOf(schema, format)),
)

function takes({ type, anyOf = [] }: FieldSchema, kind: string): boolean {
  return type === kind || anyOf.some((option) => takes(option, kind))
}

function isOf({ format, anyOf = [] }: FieldSchema, wanted: string): boolean {
  return format === wanted || anyOf.some((option) => isOf(option, wanted))
}

let deep: unknown = 'x'
for (let n = 0; n < 1_000; n++) deep = [deep]

/** One value of each JSON type. */
const values: [kind: string, value: unknown][] = [
  ['integer', 1],
  ['boolean', true],
  ['null', null],
  ['object', {}],
  ['array', []],
  ['array', ['x']],
  ['array', deep],
  ['object', { toString: 'x', __proto__: { x: 1 } }],
]

test.for(each)('$at refuses every other JSON type', async ({ endpoint, name, schema }, { api, targets }) => {
  const send = sender(endpoint, targets, api)
  for (const [kind, value] of values) {
    if (takes(schema, kind) || (kind === 'integer' && takes(schema, 'number'))) continue
    expect(await send({ [name]: value }), kind).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', fields: { [name]: expect.any(String) } },
    })
  }
})

test.for(texts)(
  '$at refuses characters that PostgreSQL cannot store',
  async ({ endpoint, name }, { api, targets }) => {
    const send = sender(endpoint, targets, api)
    for (const text of ['a\u0000b', 'a\ud800b', '\udc00'])
      expect(await send({ [name]: text })).toMatchObject({
        status: 400,
        body: { fields: { [name]: expect.any(String) } },
      })
  },
)

test.for(texts.filter(({ required }) => required))(
  '$at refuses blank text',
  async ({ endpoint, name }, { api, targets }) => {
    const send = sender(endpoint, targets, api)
    for (const blank of ['', ' ', '\u00a0', '\u3000', '\u200b', '\ufeff', ' \u2060\t'])
      expect(await send({ [name]: blank }), JSON.stringify(blank)).toMatchObject({
        status: 400,
        body: { fields: { [name]: expect.any(String) } },
      })
  },
)

test.for(texts.filter(({ schema }) => schema.maxLength))(
  '$at refuses text that is too long',
  async ({ endpoint, name, schema }, { api, targets }) => {
    const send = sender(endpoint, targets, api)
    for (const character of ['x', '\u{1f600}']) {
      const reply = await send({ [name]: character.repeat((schema.maxLength ?? 0) + 1) })
      expect(reply).toMatchObject({ status: 400, body: { fields: { [name]: expect.any(String) } } })
      // A long text is not a valid email address or time zone anyway, nor the password of this account.
      const isOwnPassword = isOf(schema, 'password') && schema.maxLength === 1_000
      if (isOf(schema, 'email') || name === 'timeZone' || isOwnPassword) continue
      const { body } = await send({ [name]: character.repeat(schema.maxLength ?? 0) })
      expect(body, 'just as long as it may be').not.toHaveProperty(`fields.${name}`)
    }
  },
)

test.for(endpoints.filter(({ schema, url }) => schema.body && !url.endsWith('/upload')))(
  '$method $url refuses unknown fields',
  async (endpoint, { api, targets }) => {
    const send = sender(endpoint, targets, api)
    const known = Object.keys((endpoint.schema.body as { properties?: object }).properties ?? {})
    const others = [
      'id',
      'freelancerId',
      'workspaceId',
      'createdAt',
      'loginToken',
      'role',
      'plan',
      'status',
      'uploader',
    ]
    for (const name of others.filter((name) => !known.includes(name)))
      expect(await send({ [name]: 'x' }), name).toMatchObject({
        status: 400,
        body: { fields: { [name]: expect.any(String) } },
      })
  },
)

test('leaves no project behind when its client is deleted during the creation', async ({
  api,
  ctx,
  given,
}) => {
  const ada = await given.freelancer()
  for (let trial = 0; trial < 50; trial++) {
    const { id } = await given.client(ada)
    const make = () =>
      api.as(ada).send(projects.create, {
        body: { clientId: id, title: 'Spring menu', description: 'Two sizes.', status: 'Pending' },
      })
    const replies = await Promise.all([
      ...[1, 2, 3].map(make),
      api.as(ada).send(clients.remove, { params: { id } }),
      ...[1, 2].map(make),
    ])
    for (const { status } of replies) expect([201, 204, 404, 409]).toContain(status)
  }
  const left = await ctx.db.selectFrom('project').select('id').where('workspace_id', '=', ada.id).execute()
  expect(left).toEqual([])
})

/** Calls the endpoint as a person who may, with the ids that its URL names. */
function sender(endpoint: Endpoint, { maya, project, token }: Targets, api: Api) {
  const { url, config } = endpoint
  const who = config.access === 'anyone' ? null : config.access === 'client' ? maya : maya.freelancer
  const id = url.startsWith('/clients') ? maya.id : project.id
  return (body: object) => api.as(who).send(endpoint, { params: { id, token }, body })
}

const names = each.filter(({ schema }) => isOf(schema, 'name'))

test.for(names)('$at refuses addresses and line breaks', async ({ endpoint, name }, { api, targets }) => {
  const send = sender(endpoint, targets, api)
  for (const text of [
    'confirm at https://evil.example/pay',
    'WWW.evil.example',
    'PayPal Security paypa1-secure.com/verify',
    'Answer ada@evil.com',
    'Portico evil\u200b.com',
    'Portico evil\u3002com',
    'Ada\r\nBcc: c@d.example',
    'Ada\u2028Marsh',
  ])
    expect(await send({ [name]: text }), text).toMatchObject({
      status: 400,
      body: {
        code: 'INVALID_INPUT',
        fields: {
          [name]: expect.stringContaining('cannot have a web or email address or a line break in it.'),
        },
      },
    })
})
