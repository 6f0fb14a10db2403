import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** This near to the end is at the end, in pixels. */
const SLACK = 40

/** Keeps the newest line in sight as lines come and sizes change, until somebody scrolls away from it. */
export function useStickToNewest(lines: readonly unknown[], newestOwn: string | undefined) {
  const log = useRef<HTMLDivElement>(null)
  const sticks = useRef(true)
  const lastTop = useRef(0)
  const [isAtEnd, setAtEnd] = useState(true)
  const [isFar, setFar] = useState(false)

  function toEnd() {
    sticks.current = true
    setAtEnd(true)
    follow()
  }

  function follow() {
    if (sticks.current && log.current) log.current.scrollTop = log.current.scrollHeight
  }

  function scrolled() {
    if (!log.current) return
    const { scrollTop, scrollHeight, clientHeight } = log.current
    const left = scrollHeight - clientHeight - scrollTop
    if (left <= SLACK) sticks.current = true
    // Lines that grow below move the end away; only a person goes up.
    else if (scrollTop < lastTop.current) sticks.current = false
    lastTop.current = scrollTop
    setAtEnd(sticks.current)
    setFar(left > 2 * clientHeight)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: with every line
  useLayoutEffect(follow, [lines])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever writes wants to see it
  useLayoutEffect(() => {
    if (newestOwn !== undefined) toEnd()
  }, [newestOwn])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `follow` reads only what is current
  useEffect(() => {
    const observer = new ResizeObserver(follow)
    for (const element of [log.current, ...(log.current?.children ?? [])])
      if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return { log, isAtEnd, isFar, toEnd, scrolled }
}
