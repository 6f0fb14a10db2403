import { staleTopics } from '@portico/contract'
import type { Mutation, Query, QueryClient } from '@tanstack/react-query'
import type { Area } from './session.ts'
import { type AreaSocket, closeSocket, getSocket } from './socket.ts'

/** News that comes at once is taken together, in milliseconds as below. */
const PAUSE = 100
/** A change of our own that takes longer than this (an upload may) is not waited for. */
const PATIENCE = 5_000
/** Whoever was away for longer than this sees everything anew. */
const AWAY = 60_000

/** Keeps what this area shows true for as long as it is open; answers how to stop. */
export function live(area: Area, client: QueryClient) {
  const stop = keepTrue(client, getSocket(area))
  return () => {
    stop()
    closeSocket(area)
  }
}

/** Asks again for what others have changed, and for everything when we may not have heard of it. */
export function keepTrue(client: QueryClient, socket: Pick<AreaSocket, 'connected' | 'on' | 'off'>) {
  const queries = client.getQueryCache()
  /** What was read before something changed. */
  const stale = new Set<Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let hiddenSince: number | undefined

  const forget = queries.subscribe((event) => {
    // What failed says so, or is asked for again by itself (query-client.ts), and sooner only when there is news after that.
    const isOver = event.type === 'updated' && ['fetch', 'error'].includes(event.action.type)
    if (isOver || event.type === 'removed') stale.delete(event.query)
  })

  function changed(topics: readonly unknown[]) {
    for (const query of queries.getAll()) if (topics.includes(query.queryKey[0])) stale.add(query)
    timer ??= setTimeout(refresh, PAUSE)
  }

  function everythingChanged() {
    changed(queries.getAll().map(({ queryKey }) => queryKey[0]))
  }

  function refresh() {
    const ready = [...stale].filter((query) => !isBusy(query))
    for (const { queryKey } of ready) client.invalidateQueries({ queryKey, exact: true })
    for (const query of ready) stale.delete(query)
    timer = stale.size > 0 ? setTimeout(refresh, PAUSE) : undefined
  }

  /** What a reading or a change of our own that is under way brings, is let in first. */
  function isBusy({ state }: Query) {
    return state.fetchStatus === 'fetching' || client.isMutating({ predicate: isYoung }) > 0
  }

  function lookAway() {
    if (document.hidden) {
      hiddenSince = Date.now()
    } else {
      if (hiddenSince !== undefined && Date.now() - hiddenSince > AWAY) everythingChanged()
      hiddenSince = undefined
    }
  }

  /** To tabs that once opened a conversation the message itself is the news. */
  function spoken() {
    changed(staleTopics['chat.messageSent'])
  }

  socket.on('changed', changed)
  socket.on('newMessage', spoken)
  // The first time too: something may have changed between the first reading and now.
  socket.on('connect', everythingChanged)
  document.addEventListener('visibilitychange', lookAway)
  // A conversation opens the line before we listen to it: what was told until now, nobody heard.
  if (socket.connected) everythingChanged()
  return () => {
    forget()
    clearTimeout(timer)
    socket.off('changed', changed)
    socket.off('newMessage', spoken)
    socket.off('connect', everythingChanged)
    document.removeEventListener('visibilitychange', lookAway)
  }
}

function isYoung({ state }: Mutation) {
  return Date.now() - state.submittedAt < PATIENCE
}
