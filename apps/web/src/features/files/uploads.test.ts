import { beforeEach, expect, test, vi } from 'vitest'
import { chosen } from '../../../test/file.ts'
import { signInClient, toasts, tokenFor } from '../../../test/fixtures.tsx'
import { uploading } from '../../../test/uploading.ts'
import { createQueryClient } from '../../app/query-client.ts'
import { startClientSession } from '../../app/session.ts'
import { idOf, keep, kept, keyOf } from './kept-uploads.ts'
import { uploadsTo } from './uploads.ts'

beforeEach(() => {
  signInClient()
})

const names = (sent: ReturnType<typeof uploading>) => sent.map(({ fields }) => (fields.file as File).name)
const waitForSent = (sent: unknown[], many: number) =>
  vi.waitFor(() => expect(sent.length).toBeGreaterThanOrEqual(many))

test('what somebody was uploading ends when another signs in: nothing goes on in the other’s name', async () => {
  const sent = uploading()
  const key = keyOf('client', 'p1', 'film.mp4 9 1')
  keep(key, { url: '/api/files/tus/1', name: 'film.mp4', size: 9, sent: 4, at: Date.now() })
  const mayas = uploadsTo('client', 'p1', createQueryClient())
  mayas.add(
    ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => chosen(name)),
    undefined,
  )
  await waitForSent(sent, 2)

  startClientSession(
    tokenFor({ sub: 'c2', role: 'client', sid: 's3', firstName: 'Noor', lastName: 'Haddad' }),
  )
  sent[0]?.answer({ status: 201 })
  sent[1]?.cut()

  const noors = uploadsTo('client', 'p2', createQueryClient())
  noors.add([chosen('noors.pdf')], undefined)
  await waitForSent(sent, 3)
  expect(names(sent)).toEqual(['a.pdf', 'b.pdf', 'noors.pdf'])
  expect(mayas.queue()).toEqual([])
  expect(toasts()).toEqual([])
  expect(kept(key)).toMatchObject({ sent: 4 })
})

test('a file that is cancelled before the code that sends it is there is not sent', async () => {
  const sent = uploading()
  const uploads = uploadsTo('client', 'p1', createQueryClient())
  const [wrong, right] = [chosen('wrong.pdf'), chosen('right.pdf')]

  uploads.add([wrong], undefined)
  uploads.cancel(idOf(wrong))
  uploads.add([right], undefined)

  await waitForSent(sent, 1)
  expect(names(sent)).toEqual(['right.pdf'])
})

test('what arrives after the page was left and opened again is asked for by the page that is there', async () => {
  const sent = uploading()
  uploadsTo('client', 'p1', createQueryClient()).add([chosen('a.pdf')], undefined)
  await waitForSent(sent, 1)
  const client = createQueryClient()
  const refreshed = vi.spyOn(client, 'invalidateQueries')
  const uploads = uploadsTo('client', 'p1', client)

  sent[0]?.answer({ status: 201 })

  await vi.waitFor(() => expect(uploads.queue()).toEqual([]))
  expect(refreshed).toHaveBeenCalledWith({ queryKey: ['files', 'p1'] })
})
