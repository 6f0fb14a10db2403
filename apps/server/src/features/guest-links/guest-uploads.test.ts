import { Readable } from 'node:stream'
import { requests } from '@portico/contract'
import { test as base, expect } from '../../../test/fixtures.ts'
import { formOf } from '../../../test/forms.ts'
import { countLockWaits } from '../../../test/lock-waits.ts'
import type { FormPart } from '../../platform/http/multipart-form.ts'
import { hashSecret } from '../../platform/http/secrets.ts'
import { resetAccess } from '../clients/access.service.ts'
import { requireOpenLink } from './guest.service.ts'
import { giveFiles } from './guest-files.service.ts'
import { removeLink } from './links.service.ts'

const test = base
  .extend('maya', async ({ given }) => given.client(await given.freelancer()))
  .extend('menu', ({ given, maya }) => given.project(maya))
  .extend(
    'photo',
    async ({ given, maya, menu }) => (await given.requests(maya.freelancer, menu, ['Photo']))[0],
  )
  .extend('link', ({ given, maya, photo }) => given.guestLink(maya, photo))
  .extend('url', { scope: 'file' }, ({ app }) => app.listen({ port: 0, host: '127.0.0.1' }))

const GONE = { statusCode: 404, code: 'LINK_NOT_WORKING' }
const headers = { 'tus-resumable': '1.0.0' }
const begin = (url: string, token: string, size: number, name = 'Sam', id?: string) =>
  fetch(`${url}/api/give/${token}/tus`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(size),
      'upload-metadata': `name ${btoa(name)},filename ${btoa('shop.jpg')}${id ? `,clientUploadId ${btoa(id)}` : ''}`,
    },
  })
const send = (address: string, offset: number, text: string) =>
  fetch(address, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': `${offset}`, 'content-type': 'application/offset+octet-stream' },
    body: text,
  })
const addressOf = (url: string, reply: Response) => url + reply.headers.get('location')

test('a resumable upload answers the request when it is complete', async ({ api, url, maya, menu, link }) => {
  const begun = await begin(url, link.token, 4)
  expect(begun.status).toBe(201)
  const address = addressOf(url, begun)
  await send(address, 0, 'ab')
  expect((await fetch(address, { method: 'HEAD', headers })).headers.get('upload-offset')).toBe('2')
  expect((await send(address, 2, 'cd')).status).toBe(204)

  const { body } = await api.as(maya).call(requests.ofProject, { params: { id: menu.id } })
  expect(body.requests).toMatchObject([
    { state: 'answered', files: [{ fileName: 'shop.jpg', size: 4, author: 'Sam (asked by Maya)' }] },
  ])
})

test('a file that is sent again under the same clientUploadId is stored once for its link', async ({
  api,
  app,
  given,
  url,
  maya,
  menu,
  photo,
  link,
}) => {
  const other = await given.guestLink(maya, photo)
  const give = async (token: string, text = 'ab') => {
    const file = { name: 'shop.jpg', type: 'image/jpeg', bytes: Buffer.from(text) }
    const form = formOf([
      ['clientUploadId', 'u1'],
      ['name', 'Sam'],
      ['file', file],
    ])
    const headers = { 'content-type': form.type }
    const answer = await app.inject({
      method: 'POST',
      url: `/api/give/${token}`,
      headers,
      payload: form.bytes,
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const stored = async () => {
    const { body } = await api.as(maya).call(requests.ofProject, { params: { id: menu.id } })
    return body.requests[0]?.files.length
  }
  const given201 = { status: 201, body: { name: 'Sam', fileNames: ['shop.jpg'] } }

  expect(await Promise.all([give(link.token), give(link.token)])).toEqual([given201, given201])
  expect(await give(link.token)).toEqual(given201)
  expect(await stored()).toBe(1)
  expect(await give(link.token, 'other')).toMatchObject({ status: 409, body: { code: 'UPLOAD_ID_TAKEN' } })

  expect(await give(other.token)).toEqual(given201)
  expect(await stored()).toBe(2)

  const [first, again] = [
    await begin(url, link.token, 4, 'Sam', 'u2'),
    await begin(url, link.token, 4, 'Sam', 'u2'),
  ]
  expect(addressOf(url, again)).toBe(addressOf(url, first))
})

test('an upload cannot be reached by another link', async ({ given, url, maya, photo, link }) => {
  const other = await given.guestLink(maya, photo)
  const address = addressOf(url, await begin(url, link.token, 4))
  const byOther = address.replace(link.token, other.token)

  expect((await fetch(byOther, { method: 'HEAD', headers })).status).toBe(404)
  expect((await send(byOther, 0, 'abcd')).status).toBe(404)
  expect((await fetch(byOther, { method: 'DELETE', headers })).status).toBe(404)
  // The client cannot reach it through the endpoint for their own uploads either.
  const own = address.replace(`/give/${link.token}/tus`, '/files/tus')
  const authorization = `Bearer ${maya.token}`
  expect((await fetch(own, { method: 'HEAD', headers: { ...headers, authorization } })).status).toBe(404)
})

test.for(['revoked', 'revoked by a reset of its maker’s access'] as const)(
  'an upload whose link is %s meanwhile ends, and nothing is stored',
  async (how, { ctx, url, maya, menu, photo, link }) => {
    const address = addressOf(url, await begin(url, link.token, 4))
    await send(address, 0, 'ab')
    if (how === 'revoked') await removeLink(ctx, maya, photo.id, link.id)
    else await resetAccess(ctx, maya.freelancer, maya.id)

    expect(await (await send(address, 2, 'cd')).json()).toMatchObject(GONE)
    const files = ctx.db.selectFrom('file').where('project_id', '=', menu.id).where('state', '=', 'stored')
    expect(await files.select('id').execute()).toEqual([])
  },
)

test.for(['a form', 'a resumable upload'] as const)(
  '%s whose project is archived before its last step ends as if the link did not work, and nothing is stored',
  async (how, { ctx, url, menu, link }) => {
    const form = formOf({ name: 'Sam', file: { name: 'a.jpg', type: '', bytes: Buffer.from('ab') } })
    const address = addressOf(url, await begin(url, link.token, 2))
    const finish = () =>
      how === 'a form'
        ? fetch(`${url}/api/give/${link.token}`, {
            method: 'POST',
            body: form.bytes,
            headers: { 'content-type': form.type },
          })
        : send(address, 0, 'ab')

    const { finished } = await ctx.db.transaction().execute(async (archiving) => {
      const archived_at = ctx.clock.now().toISOString()
      await archiving.updateTable('project').set({ archived_at }).where('id', '=', menu.id).execute()
      const finished = finish()
      await expect.poll(() => countLockWaits(ctx.db)).toBe(1)
      return { finished }
    })

    expect(await (await finished).json()).toMatchObject(GONE)
    const stored = ctx.db.selectFrom('file').where('project_id', '=', menu.id).where('state', '=', 'stored')
    expect(await stored.select('id').execute()).toEqual([])
    const found = ctx.db.selectFrom('guest_link').where('id', '=', link.id)
    expect(await found.select('uses').execute()).toEqual([{ uses: 0 }])
  },
)

test('refuses a form whose link is revoked while its bytes arrive, and stores nothing', async ({
  ctx,
  maya,
  menu,
  photo,
  link,
}) => {
  const open = await requireOpenLink(ctx, hashSecret(link.token))
  async function* parts(): AsyncGenerator<FormPart> {
    yield { kind: 'field', name: 'name', value: 'Sam' }
    yield {
      kind: 'file',
      name: 'file',
      filename: 'a.jpg',
      type: '',
      bytes: Readable.from([Buffer.from('ab')]),
    }
    await removeLink(ctx, maya, photo.id, link.id)
  }
  const stored = async () => {
    const keys: string[] = []
    for await (const { key } of ctx.storage.list()) keys.push(key)
    return keys
  }
  const before = await stored()

  await expect(giveFiles(ctx, open, { parts: parts(), length: 100 })).rejects.toMatchObject(GONE)

  expect(await stored()).toEqual(before)
  expect(await ctx.db.selectFrom('file').where('project_id', '=', menu.id).selectAll().execute()).toEqual([])
})

test('receives at most 20 forms of a link at once, and says so on a page', async ({
  app,
  ctx,
  given,
  maya,
  photo,
  link,
}) => {
  const open = await requireOpenLink(ctx, hashSecret(link.token))
  const { promise: end, resolve: endAll } = Promise.withResolvers<void>()
  async function* slow(): AsyncGenerator<FormPart> {
    await end
    yield* []
  }
  const give = (to = open) =>
    giveFiles(ctx, to, { parts: slow(), length: 100 }).catch(({ code }: { code: string }) => code)
  const slowForms = Array.from({ length: 20 }, () => give())

  expect(await Promise.race([give(), ...slowForms])).toBe('TOO_MANY_UNFINISHED_UPLOADS')
  const form = formOf([['name', 'Sam']])
  const page = await app.inject({
    method: 'POST',
    url: `/give/${link.token}`,
    headers: { 'content-type': form.type },
    payload: form.bytes,
  })
  expect(page).toMatchObject({
    statusCode: 409,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: expect.stringMatching(/<form.*Many people are sending with this link just now\./s),
  })
  const other = await requireOpenLink(ctx, hashSecret((await given.guestLink(maya, photo)).token))
  const byOther = give(other)
  endAll()

  expect(await Promise.all([...slowForms, byOther])).toEqual(Array(21).fill('INVALID_INPUT'))
  expect(await give()).toBe('INVALID_INPUT')
})

test('refuses more than a gigabyte, a name with an address, and a 21st upload at once', async ({
  url,
  link,
}) => {
  const refusalOf = async (reply: Response) => ({ status: reply.status, ...(await reply.json()) })

  expect(await refusalOf(await begin(url, link.token, 2 * 1_024 ** 3))).toMatchObject({
    code: 'FILE_TOO_LARGE',
  })
  expect(await refusalOf(await begin(url, link.token, 4, 'www.evil.test'))).toMatchObject({ status: 400 })
  const begun = await Promise.all(Array.from({ length: 21 }, () => begin(url, link.token, 4)))
  expect(begun.filter(({ status }) => status === 201)).toHaveLength(20)
  const refused = begun.find(({ status }) => status !== 201) as Response
  expect(await refusalOf(refused)).toMatchObject({
    code: 'TOO_MANY_UNFINISHED_UPLOADS',
    message: expect.stringContaining('Many people are sending with this link'),
  })
})

test('deletes guest uploads that were idle for an hour when others need their place', async ({
  ctx,
  url,
  link,
}) => {
  const begun = await Promise.all(Array.from({ length: 20 }, () => begin(url, link.token, 4)))
  const [abandoned = '', waiting = ''] = begun.map((reply) => addressOf(url, reply))
  const sentAt = (address: string, minutesAgo: number) =>
    ctx.db
      .updateTable('partial_upload')
      .set({ active_at: new Date(Date.now() - minutesAgo * 60_000).toISOString() })
      .where('id', '=', address.slice(address.lastIndexOf('/') + 1))
      .execute()
  await sentAt(abandoned, 61)
  await sentAt(waiting, 59)

  expect((await begin(url, link.token, 4)).status).toBe(201)

  expect((await fetch(abandoned, { method: 'HEAD', headers })).status).toBe(404)
  expect((await send(waiting, 0, 'abcd')).status).toBe(204)
})
