import { once } from 'node:events'
import WebSocket from 'ws'

export interface Person {
  id: string
  type: 'Freelancer' | 'Client'
  token: string
}

/** `join` resolves when the person is in the room with the peer. */
export interface ChatConnection {
  join(peer: Person): Promise<void>
  send(peer: Person, content: string): void
  /** Calls the handler with the content of each message. */
  onMessage(handle: (content: string) => void): void
  close(): void
}

export type Protocol = (port: number, me: Person) => Promise<ChatConnection>

/** Frames of Engine.IO and Socket.IO, written by hand: a client library would cost more than the servers it measures. */
export const socketIo: Protocol = async (port, me) => {
  const { ws, waitFor } = await connect(
    `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`,
    (text) => {
      if (text === '2') ws.send('3')
    },
  )
  await waitFor('0')
  ws.send(`40${JSON.stringify({ token: me.token })}`)
  await waitFor('40')
  return {
    async join(peer) {
      ws.send(`420${JSON.stringify(['joinRoom', { userId: me.id, peerId: peer.id }])}`)
      await waitFor('430[{"ok":true')
    },
    send: (peer, content) =>
      ws.send(`42${JSON.stringify(['sendMessage', messageFields(me, peer, content)])}`),
    onMessage: (handle) => ws.on('message', createMessageListener('42', handle)),
    close: () => ws.terminate(),
  }
}

/** Bare JSON, with the token in the URL. */
export const bareWs: Protocol = async (port, me) => {
  const { ws, waitFor } = await connect(`ws://127.0.0.1:${port}/?token=${me.token}`)
  return {
    async join(peer) {
      ws.send(JSON.stringify(['joinRoom', { userId: me.id, peerId: peer.id }]))
      await waitFor('["joined"]')
    },
    send: (peer, content) => ws.send(JSON.stringify(['sendMessage', messageFields(me, peer, content)])),
    onMessage: (handle) => ws.on('message', createMessageListener('', handle)),
    close: () => ws.terminate(),
  }
}

const RESPONSE_TIMEOUT_MS = 20_000

async function connect(url: string, control?: (text: string) => void) {
  const ws = new WebSocket(url, { perMessageDeflate: false })
  const inbox: string[] = []
  let checkInbox = () => {}
  ws.on('message', (data: Buffer) => {
    const text = data.toString()
    control?.(text)
    if (text.includes('"newMessage"')) return
    inbox.push(text)
    checkInbox()
  })
  await once(ws, 'open')
  return { ws, waitFor }

  /** Resolves when a text with this prefix has arrived. */
  function waitFor(prefix: string) {
    return new Promise<void>((resolve, reject) => {
      const timeout = setTimeout(() => reject(new Error(`no ${prefix}: ${inbox}`)), RESPONSE_TIMEOUT_MS)
      checkInbox = () => {
        const index = inbox.findIndex((text) => text.startsWith(prefix))
        if (index < 0) return
        clearTimeout(timeout)
        inbox.splice(index, 1)
        checkInbox = () => {}
        resolve()
      }
      checkInbox()
    })
  }
}

function createMessageListener(prefix: string, handle: (content: string) => void) {
  const messagePrefix = `${prefix}["newMessage"`
  return (data: Buffer) => {
    const text = data.toString()
    if (text.startsWith(`${prefix}["chatError"`)) throw new Error(text)
    if (text.startsWith(messagePrefix)) handle(JSON.parse(text.slice(prefix.length))[1].content)
  }
}

function messageFields(me: Person, peer: Person, content: string) {
  return { content, senderId: me.id, receiverId: peer.id, senderType: me.type, receiverType: peer.type }
}
