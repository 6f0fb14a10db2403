import { useEffect, useState } from 'react'
import { type Area, isPreview } from '../../../app/session.ts'
import { getSocket } from '../../../app/socket.ts'

/** Shorter interruptions are not shown. */
const SHOW_AFTER_MS = 1_500
/** The first connection takes longer. */
const SHOW_AFTER_START_MS = 4_000

/** Whether the socket has been disconnected for long enough to tell the person. */
export function useIsDisconnected(area: Area) {
  const [isDisconnected, setDisconnected] = useState(false)

  useEffect(() => {
    if (isPreview()) return
    const socket = getSocket(area)
    let timer: ReturnType<typeof setTimeout> | undefined

    function showAfter(delay: number) {
      clearTimeout(timer)
      timer = setTimeout(() => setDisconnected(true), delay)
    }
    function handleDisconnect() {
      showAfter(SHOW_AFTER_MS)
    }
    function handleConnect() {
      clearTimeout(timer)
      setDisconnected(false)
    }

    if (!socket.connected) showAfter(SHOW_AFTER_START_MS)
    socket.on('connect', handleConnect)
    socket.on('disconnect', handleDisconnect)
    return () => {
      clearTimeout(timer)
      socket.off('connect', handleConnect)
      socket.off('disconnect', handleDisconnect)
    }
  }, [area])

  return isDisconnected
}
