import { staleTopics } from '@portico/contract'
import { hashKey, type Mutation, type Query, type QueryClient } from '@tanstack/react-query'
import type { Area } from './session.ts'
import { type AreaSocket, closeSocket, getSocket, isSocketBlocked } from './socket.ts'

/** Changes that arrive together cause one refetch. */
const REFETCH_DELAY_MS = 100
/** A refetch waits for running mutations, but not for long ones such as uploads. */
const MAX_MUTATION_WAIT_MS = 5_000
/** A tab that was hidden for longer may have missed changes. */
const REFETCH_AFTER_HIDDEN_MS = 60_000
/** Where no socket comes through, pages ask for what has changed. */
const POLL_INTERVAL_MS = 15_000

/** Keeps the queries of an open area up to date. Returns a function that stops it. */
export function startLiveUpdates(area: Area, client: QueryClient) {
  const stop = refetchOnChanges(client, getSocket(area), () => isSocketBlocked(area))
  return () => {
    stop()
    closeSocket(area)
  }
}

/** Refetches what others have changed, and everything when changes may have been missed. */
export function refetchOnChanges(
  client: QueryClient,
  socket: Pick<AreaSocket, 'connected' | 'on' | 'off'>,
  isBlocked: () => boolean,
) {
  const queries = client.getQueryCache()
  const stale = new Set<Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let hiddenSince: number | undefined

  const unsubscribe = queries.subscribe((event) => {
    // A failed query shows its error or retries by itself (query-client.ts). Only a later change refetches it.
    const isFinished = event.type === 'updated' && ['fetch', 'error'].includes(event.action.type)
    if (isFinished || event.type === 'removed') stale.delete(event.query)
  })

  function markStale(topics: readonly unknown[]) {
    for (const query of queries.getAll()) if (topics.includes(query.queryKey[0])) stale.add(query)
    timer ??= setTimeout(refresh, REFETCH_DELAY_MS)
  }

  function markAllStale() {
    markStale(queries.getAll().map(({ queryKey }) => queryKey[0]))
  }

  /** One at a time, so that a phone answers touches meanwhile. */
  function refresh() {
    const query = [...stale].find((each) => !isBusy(each))
    if (query) {
      stale.delete(query)
      if (!isDeleted(query)) client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    timer = stale.size > 0 ? setTimeout(refresh, query ? 0 : REFETCH_DELAY_MS) : undefined
  }

  /** A running fetch or mutation may already bring the change. */
  function isBusy({ state }: Query) {
    return state.fetchStatus === 'fetching' || client.isMutating({ predicate: isRecent }) > 0
  }

  /** The page of a deleted thing may stay on screen until the next page has loaded. */
  function isDeleted({ queryHash }: Query) {
    const mutations = client.getMutationCache().findAll({ status: 'success', predicate: isRecent })
    return mutations.some(({ meta }) => meta?.deletes?.some((queryKey) => hashKey(queryKey) === queryHash))
  }

  function handleVisibilityChange() {
    if (document.hidden) {
      hiddenSince = Date.now()
    } else {
      if (hiddenSince !== undefined && Date.now() - hiddenSince > REFETCH_AFTER_HIDDEN_MS) markAllStale()
      hiddenSince = undefined
    }
  }

  /** A tab in the room of a conversation gets the message instead of `changed`. */
  function handleMessage() {
    markStale(staleTopics['chat.messageSent'])
  }

  const poll = setInterval(() => {
    if (isBlocked() && !document.hidden) markAllStale()
  }, POLL_INTERVAL_MS)

  socket.on('changed', markStale)
  socket.on('newMessage', handleMessage)
  // Also on the first connection: something may have changed since the first fetch.
  socket.on('connect', markAllStale)
  document.addEventListener('visibilitychange', handleVisibilityChange)
  // A conversation may have connected the socket before, and changes since then were missed.
  if (socket.connected) markAllStale()
  return () => {
    unsubscribe()
    clearTimeout(timer)
    clearInterval(poll)
    socket.off('changed', markStale)
    socket.off('newMessage', handleMessage)
    socket.off('connect', markAllStale)
    document.removeEventListener('visibilitychange', handleVisibilityChange)
  }
}

function isRecent({ state }: Mutation) {
  return Date.now() - state.submittedAt < MAX_MUTATION_WAIT_MS
}
