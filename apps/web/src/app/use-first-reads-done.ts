import { useEffect, useState } from 'react'
import { runWhenIdle } from './run-when-idle.ts'

/** True once the page has had time for its first requests. */
export function useFirstReadsDone() {
  const [isDone, setDone] = useState(false)
  useEffect(() => runWhenIdle(() => setDone(true)), [])
  return isDone
}
