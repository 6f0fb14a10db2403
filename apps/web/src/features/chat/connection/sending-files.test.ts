import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeConversations, openTestConversation } from '../../../../test/conversation.ts'
import { createFakeChatServer } from '../../../../test/fake-chat-server.ts'
import { fakeUploads } from '../../../../test/fake-uploads.ts'
import { aLocalFile } from '../../../../test/file.ts'
import { signInClient, toasts } from '../../../../test/fixtures.tsx'
import { createQueryClient } from '../../../app/query-client.ts'
import { saveAttachment } from '../../files/attached-uploads.ts'
import { getUploadStore } from '../../files/uploads.ts'

let requests: ReturnType<typeof fakeUploads>

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  signInClient()
  requests = fakeUploads()
})
afterEach(closeConversations)

const waitForUploads = (count: number) => waitFor(() => expect(requests).toHaveLength(count))
const filesOf = (names: string[]) => names.map((name) => aLocalFile(name))

test('sends a message once the last of its files has arrived, and later texts at once', async () => {
  const server = createFakeChatServer()
  const { conversation, getTexts, getOutgoing, unsentMessages } = await openTestConversation(server)

  conversation.send('two files', { files: filesOf(['one.txt', 'two.txt']), projectId: 'p1' })
  conversation.send('a text')

  expect(getTexts()).toEqual(['a text'])
  expect(getOutgoing()).toEqual(['two files: sending'])
  await waitForUploads(2)
  expect(requests.map(({ fields }) => fields.projectId)).toEqual(['p1', 'p1'])
  requests[0]?.respond({ status: 201, body: { id: 'f1' } })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(getOutgoing(), 'nothing counts as unsent while a file is on its way').toEqual(['two files: sending'])
  requests[1]?.respond({ status: 201, body: { id: 'f2' } })

  await waitFor(() => expect(getTexts()).toEqual(['a text', 'two files']))
  expect(server.messages[1]).toMatchObject({ files: [{ id: 'f1' }, { id: 'f2' }] })
  expect(getOutgoing()).toEqual([])
  expect(unsentMessages.read()).toEqual([])
  expect(toasts(), 'the message itself says it').toEqual([])
})

test('sends a message with only files, but none without text and files', async () => {
  const server = createFakeChatServer()
  const { conversation, getTexts } = await openTestConversation(server)

  expect(conversation.send(' ')).toBe(false)
  expect(conversation.send(' ', { files: filesOf(['only.txt']), projectId: 'p1' })).toBe(true)
  await waitForUploads(1)
  requests[0]?.respond({ status: 201, body: { id: 'f1' } })

  await waitFor(() => expect(getTexts()).toEqual(['']))
})

test('says which file was refused, and sends the message when the upload is retried', async () => {
  const server = createFakeChatServer()
  const { conversation, getTexts, getOutgoing } = await openTestConversation(server)
  conversation.send('here', { files: filesOf(['menu.txt']), projectId: 'p1' })
  await waitForUploads(1)

  requests[0]?.respond({ status: 507, body: { code: 'STORAGE_FULL', message: 'There is no room.' } })
  await waitFor(() => expect(getOutgoing()).toEqual(['here: menu.txt was not uploaded. There is no room.']))
  expect(getTexts()).toEqual([])
  conversation.retry(conversation.getState().thread.outgoing[0]?.clientMessageId ?? '')
  expect(getOutgoing()).toEqual(['here: sending'])
  await waitForUploads(2)
  requests[1]?.respond({ status: 201, body: { id: 'f1' } })

  await waitFor(() => expect(getTexts()).toEqual(['here']))
})

test('stops the uploads of a message that is discarded', async () => {
  const server = createFakeChatServer()
  const { conversation, getOutgoing, unsentMessages } = await openTestConversation(server)
  conversation.send('here', { files: filesOf(['gone.txt']), projectId: 'p1' })
  await waitForUploads(1)

  conversation.discard(conversation.getState().thread.outgoing[0]?.clientMessageId ?? '')

  const queue = getUploadStore('client', 'p1', createQueryClient()).queue()
  expect(queue.map(({ name }) => name)).not.toContain('gone.txt')
  expect(getOutgoing()).toEqual([])
  expect(unsentMessages.read()).toEqual([])
})

test('sends a message whose files arrive after its conversation was closed', async () => {
  const server = createFakeChatServer()
  const { conversation, unsentMessages } = await openTestConversation(server)
  conversation.send('later', { files: filesOf(['late.txt']), projectId: 'p1' })
  await waitForUploads(1)
  conversation.close()

  requests[0]?.respond({ status: 201, body: { id: 'f1' } })

  await waitFor(() => expect(server.messages).toMatchObject([{ content: 'later', files: [{ id: 'f1' }] }]))
  expect(unsentMessages.read()).toEqual([])
})

test('after a reload, sends what has arrived and says which files are lost', async () => {
  const server = createFakeChatServer()
  const { unsentMessages } = await openTestConversation(server)
  const file = (name: string) => ({
    ...{ clientUploadId: name, projectId: 'p7', fileName: name, size: 1, contentType: 'text/plain' },
  })
  const writtenAt = new Date().toISOString()
  const write = (content: string, names: string[]) =>
    unsentMessages.save({ clientMessageId: content, content, writtenAt, files: names.map(file) })
  write('arrived', ['a.txt'])
  write('lost', ['b.txt', 'c.mov'])
  saveAttachment('client', 'c1', 'a.txt', 'f1')
  saveAttachment('client', 'c1', 'b.txt', 'f2')
  closeConversations()

  const { conversation, getTexts, getOutgoing } = await openTestConversation(server)

  await waitFor(() => expect(getTexts()).toEqual(['arrived']))
  await waitFor(() => expect(getOutgoing()).toEqual(['lost: The page was closed before c.mov had arrived.']))
  conversation.sendWithoutLost('lost')
  await waitFor(() => expect(getTexts()).toEqual(['arrived', 'lost']))
  expect(server.messages.map(({ files }) => files.map(({ id }) => id))).toEqual([['f1'], ['f2']])
})
