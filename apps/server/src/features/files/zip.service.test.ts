import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { vi } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import { IN_TIME } from '../../../test/in-time.ts'
import { zipProject } from './zip.service.ts'

test('whoever leaves while a file is being opened leaves nothing open', async ({ ctx, given }) => {
  const freelancer = await given.freelancer()
  const project = await given.project(await given.client(freelancer))
  await given.file(freelancer, project, { bytes: Buffer.alloc(4_000_000) })
  const opened: (Readable | undefined)[] = []
  let goOn = () => {}
  const gone = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const read = async (key: string) => {
    const stream = await ctx.storage.read(key)
    await gone
    opened.push(stream)
    return stream
  }

  const { bytes } = await zipProject({ ...ctx, storage: { ...ctx.storage, read } }, project.id)
  bytes.destroy()
  await once(bytes, 'close')
  goOn()

  await vi.waitFor(() => expect(opened).toMatchObject([{ destroyed: true }]), IN_TIME)
})
