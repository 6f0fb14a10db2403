import { connect, type Socket } from 'node:net'

export interface HttpResponse {
  status: number
  bytes: number
}

/** One HTTP/1.1 connection that stays open and has one request in flight. */
export interface Connection {
  request(request: Buffer): Promise<HttpResponse>
  close(): void
}

const RESPONSE_TIMEOUT_MS = 15_000
const EMPTY = Buffer.alloc(0)
const HEAD_END = Buffer.from('\r\n\r\n')

/** On a bare socket: an HTTP client would cost more than the servers it measures. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = await open(port)
  let waiting: PromiseWithResolvers<HttpResponse> | undefined
  let received: Buffer = EMPTY
  let missing = 0
  let response: HttpResponse | undefined

  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('the connection was closed')))
  socket.on('data', (part) => {
    if (response) missing -= part.length
    else readHead(part)
    if (!response || missing > 0) return
    const done = response
    response = undefined
    received = EMPTY
    waiting?.resolve(done)
  })

  return {
    request(request) {
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
    response = { status: Number(head.slice(9, 12)), bytes }
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
    socket.setTimeout(RESPONSE_TIMEOUT_MS, () =>
      socket.destroy(new Error(`no response in ${RESPONSE_TIMEOUT_MS / 1_000} s`)),
    )
  })
}
