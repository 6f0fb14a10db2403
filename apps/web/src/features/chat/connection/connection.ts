import type { chat } from '@portico/contract'
import type { OutgoingFile, OutgoingMessage } from '../timeline/thread.ts'
import type { TimelineStore } from '../timeline/timeline-store.ts'
import type { Attachments } from './attachments.ts'
import { createHistoryLoader, type ReadPage } from './history-loader.ts'
import { createMessageSender } from './message-sender.ts'
import { createReadReceipts } from './read-receipts.ts'
import { type ChatSocket, createRoom, type Participant } from './room.ts'
import type { UnsentMessages } from './unsent-messages.ts'

export interface ConnectionOptions {
  socket: ChatSocket
  self: Participant
  peer: Participant
  readPage: ReadPage
  unsentMessages: UnsentMessages
  attachments: Attachments
  /** Messages sent before this window joined the room may not have reached it: the state shows whether some did not. */
  onJoined(state: chat.ConversationState): void
  /** Called when the right to write or the number of unread messages has changed. */
  onStateChanged(): void
}

/** Keeps the state of a conversation equal to the server's, and sends what is written here. */
export function connectConversation(options: ConnectionOptions, store: TimelineStore) {
  const { socket, self, peer, unsentMessages, attachments, onStateChanged } = options
  const { dispatch } = store
  const getThread = () => store.getState().thread

  const sender = createMessageSender({
    socket,
    self,
    peer,
    unsentMessages,
    attachments,
    getOutgoing: () => getThread().outgoing,
    dispatch,
    onChatUnavailable: onStateChanged,
  })
  const receipts = createReadReceipts({
    socket,
    peerId: peer.id,
    getLastRead: () => getThread().lastRead.self,
    onSaved: onStateChanged,
  })
  const history = createHistoryLoader({ readPage: options.readPage, getThread, dispatch })
  const room = createRoom({
    socket,
    self,
    peer,
    onJoining: () => sender.resend(getThread().outgoing),
    onJoined(joined) {
      options.onJoined(joined)
      receipts.start(joined.seen)
      dispatch({
        type: 'joined',
        lastRead: { self: joined.seen, peer: joined.peerSeen },
        readers: joined.readers,
      })
      // Messages stored before the join are in the history; later ones come live.
      history.load()
    },
    onMessage(message) {
      dispatch({ type: 'received', message })
      history.loadGap()
    },
    onReadBySelf(number) {
      receipts.advance(number)
      dispatch({ type: 'read', side: 'self', upTo: number })
    },
    onReadByPeer(reader) {
      dispatch({ type: 'read', side: 'peer', upTo: reader.seen })
      dispatch({ type: 'readBy', reader })
    },
    canRetry: () => store.getState().loadError?.status !== 404,
  })
  const stopFollowingTabs = unsentMessages.onRemovedElsewhere((clientMessageId) => {
    const message = getThread().outgoing.find((one) => one.clientMessageId === clientMessageId)
    // Without an error the other tab has sent it: the message itself comes live.
    if (message?.sendError !== undefined) dispatch({ type: 'discarded', clientMessageId })
  })

  // After closing too: an acknowledgement may still arrive.
  store.subscribe(({ thread: before }) => {
    const { outgoing } = getThread()
    for (const message of before.outgoing) if (!hasMessage(outgoing, message)) sender.remove(message)
    if (getThread().hasOlder !== undefined) receipts.schedule()
  })

  const restored = sender.restore()
  for (const message of restored) dispatch({ type: 'written', message })
  sender.sendArrived()
  void sender.findLostFiles(restored)
  // Without a connection their time-outs still have to start.
  if (!socket.connected) sender.resend(getThread().outgoing)
  history.load()
  room.join()

  return {
    send: sender.send,
    retry: sender.retry,
    /** Sends what is left of a message whose other files are lost. */
    sendWithoutLost(message: OutgoingMessage) {
      const changed = { ...message, files: (message.files ?? []).filter(({ isLost }) => !isLost) }
      dispatch({ type: 'outgoingChanged', message: changed })
      sender.retry(changed)
    },
    attach: (files: readonly File[], projectId: string): OutgoingFile[] => attachments.add(files, projectId),
    cancelFiles({ files = [] }: OutgoingMessage) {
      for (const file of files) attachments.cancel(file)
    },
    sendTyping: room.sendTyping,
    loadHistory: history.load,
    loadOlder: history.loadOlder,
    close() {
      history.stop()
      receipts.stop()
      sender.close()
      stopFollowingTabs()
      room.close()
    },
  }
}

function hasMessage(
  messages: readonly { clientMessageId: string }[],
  { clientMessageId }: { clientMessageId: string },
) {
  return messages.some((message) => message.clientMessageId === clientMessageId)
}
