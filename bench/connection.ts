import { connect, type Socket } from 'node:net'

export interface Answer {
  status: number
  bytes: number
}

/** One HTTP/1.1 connection that stays open and has one request in flight. */
export interface Connection {
  ask(request: Buffer): Promise<Answer>
  close(): void
}

const PATIENCE = 15_000
const EMPTY = Buffer.alloc(0)
const HEAD_END = Buffer.from('\r\n\r\n')

/** On a bare socket: an HTTP client would cost more than the servers it measures. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = await open(port)
  let waiting: PromiseWithResolvers<Answer> | undefined
  let received: Buffer = EMPTY
  let missing = 0
  let answer: Answer | undefined

  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('the line was closed')))
  socket.on('data', (part) => {
    if (answer) missing -= part.length
    else readHead(part)
    if (!answer || missing > 0) return
    const done = answer
    answer = undefined
    received = EMPTY
    waiting?.resolve(done)
  })

  return {
    ask(request) {
      waiting = Promise.withResolvers()
      socket.write(request)
      return waiting.promise
    },
    close: () => socket.destroy(),
  }

  function readHead(part: Buffer) {
    received = received.length === 0 ? part : Buffer.concat([received, part])
    const end = received.indexOf(HEAD_END)
    if (end < 0) return
    const head = received.toString('latin1', 0, end)
    const bytes = end + HEAD_END.length + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    answer = { status: Number(head.slice(9, 12)), bytes }
    missing = bytes - received.length
  }
}

function open(port: number) {
  return new Promise<Socket>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(socket)
    })
    socket.setTimeout(PATIENCE, () => socket.destroy(new Error(`no answer in ${PATIENCE / 1_000} s`)))
  })
}
