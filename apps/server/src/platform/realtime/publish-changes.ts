import { Server } from 'socket.io'
import type { AppContext } from '../context.ts'
import { addRedisAdapter } from './redis-adapter.ts'
import { personalRoom, type SocketServer } from './socket-types.ts'

/** Passes changes on to the other processes, from one without connections of its own. Returns a function that stops it. */
export async function publishChanges({ live, redis }: Pick<AppContext, 'live' | 'redis'>) {
  const io: SocketServer = new Server({ serveClient: false })
  const removeAdapter = redis ? await addRedisAdapter(io, redis) : () => {}
  const unsubscribe = live.subscribe((people, topics) =>
    io.to(people.map(personalRoom)).emit('changed', topics),
  )
  return async () => {
    unsubscribe()
    removeAdapter()
    await io.close()
  }
}
