import { useEffect, useState } from 'react'
import type { Area } from '../../../app/session.ts'
import { getSocket } from '../../../app/socket.ts'

/** A line that is back sooner than this is not worth a word, in milliseconds. */
const NOTICEABLE = 1_500
/** The first line takes its time. */
const FIRST = 4_000

/** Whether the line has been away for long enough to say so. */
export function useIsDisconnected(area: Area) {
  const [isAway, setAway] = useState(false)

  useEffect(() => {
    const socket = getSocket(area)
    let timer: ReturnType<typeof setTimeout> | undefined

    function wait(patience: number) {
      clearTimeout(timer)
      timer = setTimeout(() => setAway(true), patience)
    }
    function leave() {
      wait(NOTICEABLE)
    }
    function comeBack() {
      clearTimeout(timer)
      setAway(false)
    }

    if (!socket.connected) wait(FIRST)
    socket.on('connect', comeBack)
    socket.on('disconnect', leave)
    return () => {
      clearTimeout(timer)
      socket.off('connect', comeBack)
      socket.off('disconnect', leave)
    }
  }, [area])

  return isAway
}
