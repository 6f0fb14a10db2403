import { once } from 'node:events'
import WebSocket from 'ws'

export interface Person {
  id: string
  type: 'Freelancer' | 'Client'
  token: string
}

/** Somebody's open connection, in the room with the other when `join` has resolved. */
export interface Line {
  join(peer: Person): Promise<void>
  say(peer: Person, content: string): void
  /** Hears the content of each message. */
  listen(heard: (content: string) => void): void
  close(): void
}

export type Protocol = (port: number, me: Person) => Promise<Line>

/** Frames of Engine.IO and Socket.IO, written by hand: a client library would cost more than what it measures. */
export const socketIo: Protocol = async (port, me) => {
  const { ws, answer } = await dial(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, (text) => {
    if (text === '2') ws.send('3')
  })
  await answer('0')
  ws.send(`40${JSON.stringify({ token: me.token })}`)
  await answer('40')
  return {
    async join(peer) {
      ws.send(`420${JSON.stringify(['joinRoom', { userId: me.id, peerId: peer.id }])}`)
      await answer('430[{"ok":true')
    },
    say: (peer, content) => ws.send(`42${JSON.stringify(['sendMessage', said(me, peer, content)])}`),
    listen: (heard) => ws.on('message', onNews('42', heard)),
    close: () => ws.terminate(),
  }
}

/** Bare JSON, the token in the address. */
export const bareWs: Protocol = async (port, me) => {
  const { ws, answer } = await dial(`ws://127.0.0.1:${port}/?token=${me.token}`)
  return {
    async join(peer) {
      ws.send(JSON.stringify(['joinRoom', { userId: me.id, peerId: peer.id }]))
      await answer('["joined"]')
    },
    say: (peer, content) => ws.send(JSON.stringify(['sendMessage', said(me, peer, content)])),
    listen: (heard) => ws.on('message', onNews('', heard)),
    close: () => ws.terminate(),
  }
}

const PATIENCE = 20_000

async function dial(url: string, control?: (text: string) => void) {
  const ws = new WebSocket(url, { perMessageDeflate: false })
  const inbox: string[] = []
  let look = () => {}
  ws.on('message', (data: Buffer) => {
    const text = data.toString()
    control?.(text)
    if (text.includes('"newMessage"')) return
    inbox.push(text)
    look()
  })
  await once(ws, 'open')
  return { ws, answer }

  /** What has come or will come and begins like this. */
  function answer(beginning: string) {
    return new Promise<void>((resolve, reject) => {
      const tooLong = setTimeout(() => reject(new Error(`no ${beginning}: ${inbox}`)), PATIENCE)
      look = () => {
        const index = inbox.findIndex((text) => text.startsWith(beginning))
        if (index < 0) return
        clearTimeout(tooLong)
        inbox.splice(index, 1)
        look = () => {}
        resolve()
      }
      look()
    })
  }
}

function onNews(prefix: string, heard: (content: string) => void) {
  const beginning = `${prefix}["newMessage"`
  return (data: Buffer) => {
    const text = data.toString()
    if (text.startsWith(`${prefix}["chatError"`)) throw new Error(text)
    if (text.startsWith(beginning)) heard(JSON.parse(text.slice(prefix.length))[1].content)
  }
}

function said(me: Person, peer: Person, content: string) {
  return { content, senderId: me.id, receiverId: peer.id, senderType: me.type, receiverType: peer.type }
}
