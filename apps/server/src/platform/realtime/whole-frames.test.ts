import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { expect, onTestFinished, test } from 'vitest'
import { openSocket } from '../../../test/socket.ts'
import { WholeFrames } from './whole-frames.ts'

/** The part of a connection that writes frames. */
interface Wire {
  conn: { transport: { socket: { _sender: { sendFrame(pieces: Buffer[], done: () => void): void } } } }
}

test.each(['words', '𠀋'.repeat(40_000)])(
  'what is said to a room is one piece, whatever its length',
  async (said) => {
    const io = new Server(0, { adapter: WholeFrames, serveClient: false })
    onTestFinished(() => io.close())
    const { port } = io.httpServer.address() as AddressInfo
    const socket = openSocket(`http://127.0.0.1:${port}`)
    const [theirs] = await once(io, 'connection')
    const { _sender } = (theirs as Wire).conn.transport.socket
    const pieces: number[] = []
    const { sendFrame } = _sender
    _sender.sendFrame = function (frame, done) {
      pieces.push(frame.length)
      sendFrame.call(this, frame, done)
    }

    const heard = once(socket as never, 'said')
    io.emit('said', said)

    expect(await heard).toEqual([said])
    expect(pieces).toEqual([1])
  },
)
