import { randomUUID } from 'node:crypto'
import type { Side } from '../actors.ts'
import type { Redis } from '../process/redis.ts'

export type PersonKey = `${Side}:${string}`

/** Holds who is connected to which process. While Redis is away, each process knows only its own people. */
export interface PresenceStore {
  /** Resolves to whether no other process has this person, so they have just come online. */
  add(key: PersonKey): Promise<boolean>
  /** Resolves to whether no other process has this person, so they have just gone offline. */
  remove(key: PersonKey): Promise<boolean>
  has(keys: PersonKey[]): Promise<boolean[]>
  stop(): Promise<void>
}

export function createMemoryStore(): PresenceStore {
  const people = new Set<PersonKey>()
  return {
    async add(key) {
      people.add(key)
      return true
    },
    async remove(key) {
      people.delete(key)
      return true
    },
    has: async (keys) => keys.map((key) => people.has(key)),
    async stop() {},
  }
}

const HEARTBEAT_MS = 10_000
/** A process without a heartbeat for this time is dead, and its people are offline. */
const PROCESS_TTL_MS = 25_000
/** The set of a dead process stays so long, for a living process that reports its people. */
const PEOPLE_TTL_SECONDS = 3_600

/** The ids of the processes. */
const PROCESSES = 'portico:presence'
/** Exists while the process is alive. */
const aliveKey = (process: string) => `portico:presence:${process}:alive`
/** The people who are connected to the process. */
const peopleKey = (process: string) => `portico:presence:${process}:people`

/** Calls `onExpired` with the people of a process that died. Of several processes one does so. */
export function createRedisStore(redis: Redis, onExpired: (keys: PersonKey[]) => void): PresenceStore {
  const ownId = randomUUID()
  const people = new Set<PersonKey>()
  const beat = () => void heartbeat().catch(() => {}) // the next one repeats it
  const timer = setInterval(beat, HEARTBEAT_MS).unref()
  redis.onRecovery(beat)
  beat()

  return {
    async add(key) {
      people.add(key)
      await unlessFailing((client) => client.sAdd(peopleKey(ownId), key))
      return isNowhereElse(key)
    },
    async remove(key) {
      people.delete(key)
      await unlessFailing((client) => client.sRem(peopleKey(ownId), key))
      return isNowhereElse(key)
    },
    async has(keys) {
      const elsewhere = await unlessFailing((client) => findElsewhere(client, keys))
      return keys.map((key, index) => people.has(key) || (elsewhere?.[index] ?? false))
    },
    async stop() {
      clearInterval(timer)
      await unlessFailing((client) => client.del(aliveKey(ownId)))
    },
  }

  /** Writes the whole state each time, which repairs the loss of commands or a restart of Redis. */
  async function heartbeat() {
    await redis.run((client) => {
      const write = client
        .multi()
        .sAdd(PROCESSES, ownId)
        .set(aliveKey(ownId), '1', { expiration: { type: 'PX', value: PROCESS_TTL_MS } })
        .del(peopleKey(ownId))
      if (people.size > 0) write.sAdd(peopleKey(ownId), [...people])
      return write.expire(peopleKey(ownId), PEOPLE_TTL_SECONDS).exec()
    })
    for (const id of await redis.run((client) => client.sMembers(PROCESSES)))
      if (!(await redis.run((client) => client.exists(aliveKey(id))))) await expire(id)
  }

  async function expire(id: string) {
    const isOurs = (await redis.run((client) => client.sRem(PROCESSES, id))) === 1
    if (!isOurs) return
    const keys = (await redis.run((client) => client.sMembers(peopleKey(id)))) as PersonKey[]
    await redis.run((client) => client.del(peopleKey(id)))
    onExpired(keys)
  }

  async function isNowhereElse(key: PersonKey) {
    const elsewhere = await unlessFailing((client) => findElsewhere(client, [key]))
    return !elsewhere?.[0]
  }

  async function findElsewhere(client: Redis['client'], keys: PersonKey[]) {
    if (keys.length === 0) return []
    const others = (await client.sMembers(PROCESSES)).filter((id) => id !== ownId)
    const found = await Promise.all(
      others.map(async (id) => {
        const [isAlive, isThere] = await Promise.all([
          client.exists(aliveKey(id)),
          client.smIsMember(peopleKey(id), keys),
        ])
        return isThere.map((is) => isAlive === 1 && Boolean(is))
      }),
    )
    return keys.map((_, index) => found.some((isThere) => isThere[index]))
  }

  /** Undefined while Redis does not answer. */
  function unlessFailing<T>(command: (client: Redis['client']) => Promise<T>) {
    return redis.run(command).catch(() => undefined)
  }
}
