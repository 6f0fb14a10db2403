import { v7 as newId } from 'uuid'
import { vi } from 'vitest'
import { test as base, expect } from '../../../test/fixtures.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { ownProcessMark } from '../../platform/process/identity.ts'
import { createResumableUploads } from './resumable-uploads.service.ts'
import { createUploadLeases, type UploadLease } from './upload-leases.ts'

const test = base
  .extend('upload', async ({ ctx, given }) => {
    const maya = await given.client(await given.freelancer())
    const { id: projectId } = await given.project(maya)
    const id = newId()
    await createResumableUploads(ctx).create(maya, id, 10, { projectId, filename: 'a.bin' })
    return id
  })
  .extend('hold', ({ ctx, upload }) => async (holder: { mark: string; seconds: number }) => {
    await ctx.db
      .updateTable('partial_upload')
      .set({
        holder: newId(),
        holder_mark: holder.mark,
        held_until: new Date(Date.now() + holder.seconds * 1_000).toISOString(),
      })
      .where('id', '=', upload)
      .execute()
  })

/** A number that no process has. */
const ENDED = ownProcessMark.replace(/-\d+-/, '-999999999-')

test('lets one request at a time work on an upload, of whichever process', async ({ ctx, upload }) => {
  const processes = Array.from({ length: 3 }, () => createUploadLeases(ctx))
  let working = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++working)
    await ctx.db.selectFrom('partial_upload').select('id').execute()
    working--
    return 'done'
  }

  const results = await Promise.all([...processes, ...processes].map(({ run }) => run(upload, work)))

  expect(results).toEqual(Array(6).fill('done'))
  expect(most).toBe(1)
})

test('asks the request before to end, in this process and in another', async ({ ctx, upload }) => {
  const [own, other] = [createUploadLeases(ctx), createUploadLeases(ctx)]
  for (const next of [own, other]) {
    let first: UploadLease | undefined
    const endRequest = vi.fn(() => void (first && own.giveBack(first)))
    first = await own.take(upload, { endRequest })

    const second = await next.take(upload)

    expect(endRequest).toHaveBeenCalled()
    if (second) await next.giveBack(second)
  }
})

test('takes the place of a process that has ended, and of one that was not heard of for a while', async ({
  ctx,
  upload,
  hold,
}) => {
  const leases = createUploadLeases(ctx)
  for (const holder of [
    { mark: ENDED, seconds: 600 },
    { mark: 'of another machine', seconds: -1 },
  ]) {
    await hold(holder)

    await expect(leases.run(upload, async (lease) => lease?.isLost())).resolves.toBe(false)
  }
})

test('saves nothing more once another request has taken over, and ends', async ({ ctx, upload, hold }) => {
  const leases = createUploadLeases(ctx)
  const endRequest = vi.fn()
  const lease = (await leases.take(upload, { endRequest })) as UploadLease
  await hold({ mark: 'of another machine', seconds: 10 })

  const state = { partBytes: 1, multipartId: null, parts: [], nextNumber: 1, rest: null, size: 0 }
  await expect(leases.saveState(lease, state)).rejects.toMatchObject({ code: 'UPLOAD_BUSY', statusCode: 423 })
  await vi.waitFor(() => expect(endRequest).toHaveBeenCalled(), WAIT_OPTIONS)

  expect(lease.isLost()).toBe(true)
  await leases.giveBack(lease)
  const { holder_mark } = await ctx.db
    .selectFrom('partial_upload')
    .select('holder_mark')
    .where('id', '=', upload)
    .executeTakeFirstOrThrow()
  expect(holder_mark).toBe('of another machine')
})
