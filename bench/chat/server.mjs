// A minimal chat server: a token, one insert, the room. KIND=ws|sio, STORE=batch|single.
import { createHmac } from 'node:crypto'
import http from 'node:http'
import pg from 'pg'
import { Server } from 'socket.io'
import { WebSocketServer } from 'ws'

const { KIND, STORE, PORT, SECRET } = process.env
const pool = new pg.Pool({ max: STORE === 'batch' ? 1 : 10 })
const save = STORE === 'batch' ? inBatches() : one

function one(m) {
  const text =
    'insert into messages (freelancer_id, client_id, sender_type, content) values ($1, $2, $3, $4) returning id, created_at'
  const values = [m.f, m.c, m.senderType, m.content]
  return pool.query({ name: 'one', text, values }).then(({ rows }) => rows[0])
}

function inBatches() {
  const text = `insert into messages (freelancer_id, client_id, sender_type, content)
    select * from unnest($1::int[], $2::int[], $3::text[], $4::text[]) returning id, created_at`
  const queue = []
  let busy = false
  async function flush() {
    if (busy || queue.length === 0) return
    busy = true
    const batch = queue.splice(0, 500)
    try {
      const values = ['f', 'c', 'senderType', 'content'].map((name) => batch.map(({ m }) => m[name]))
      const { rows } = await pool.query({ name: 'batch', text, values })
      for (const [i, { ok }] of batch.entries()) ok(rows[i])
    } catch (error) {
      for (const { no } of batch) no(error)
    }
    busy = false
    flush()
  }
  return (m) =>
    new Promise((ok, no) => {
      queue.push({ m, ok, no })
      if (!busy) setImmediate(flush)
    })
}

function verify(token = '..') {
  const end = token.lastIndexOf('.')
  const right = createHmac('sha256', SECRET).update(token.slice(0, end)).digest('base64url')
  return right === token.slice(end + 1) && JSON.parse(Buffer.from(token.split('.')[1], 'base64url'))
}

function pair(d) {
  const [f, c] = d.senderType === 'Freelancer' ? [d.senderId, d.receiverId] : [d.receiverId, d.senderId]
  return { ...d, f: +f, c: +c }
}

function messageOf(
  { content, senderId, receiverId, senderType, receiverType },
  { id, created_at: createdAt },
) {
  return { id, content, senderId, receiverId, senderType, receiverType, createdAt }
}

const roomOf = (a, b) => [a, b].sort().join('|')
const server = http.createServer((_request, response) => response.end('ok'))

if (KIND === 'ws') {
  const rooms = new Map()
  const of = (room) => rooms.get(room) ?? rooms.set(room, new Set()).get(room)
  new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (ws, request) => {
    if (!verify(new URL(request.url, 'http://here').searchParams.get('token'))) return ws.close()
    let room
    ws.on('message', async (bytes) => {
      const [event, d] = JSON.parse(bytes)
      if (event === 'joinRoom') {
        room = roomOf(d.userId, d.peerId)
        of(room).add(ws)
        ws.send('["joined"]')
      } else if (event === 'sendMessage') {
        const frame = JSON.stringify(['newMessage', messageOf(d, await save(pair(d)))])
        for (const one of of(roomOf(d.senderId, d.receiverId))) one.send(frame)
      }
    })
    ws.on('close', () => rooms.get(room)?.delete(ws))
  })
} else {
  const io = new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })
  io.use((socket, next) => (verify(socket.handshake.auth.token) ? next() : next(new Error('unauthorized'))))
  io.on('connection', (socket) => {
    socket.on('joinRoom', (d, ack) => {
      socket.join(roomOf(d.userId, d.peerId))
      ack?.({ ok: true })
    })
    socket.on('sendMessage', async (d) => {
      try {
        const row = await save(pair(d))
        io.to(roomOf(d.senderId, d.receiverId)).emit('newMessage', messageOf(d, row))
      } catch (error) {
        socket.emit('chatError', error.message)
      }
    })
  })
}

server.listen(+PORT, '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
