import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A position this near to the end counts as the end. */
const END_TOLERANCE_PX = 40

/** Keeps the newest row in the viewport while rows are added and sizes change, until somebody scrolls up. */
export function useStickToNewest(rows: readonly unknown[], lastOutgoingId: string | undefined) {
  const ref = useRef<HTMLDivElement>(null)
  const isStuck = useRef(true)
  const lastScrollTop = useRef(0)
  const [isAtEnd, setAtEnd] = useState(true)
  const [isFar, setFar] = useState(false)

  function scrollToEnd() {
    isStuck.current = true
    setAtEnd(true)
    followNewest()
  }

  function followNewest() {
    if (isStuck.current && ref.current) ref.current.scrollTop = ref.current.scrollHeight
  }

  function handleScroll() {
    if (!ref.current) return
    const { scrollTop, scrollHeight, clientHeight } = ref.current
    const distance = scrollHeight - clientHeight - scrollTop
    if (distance <= END_TOLERANCE_PX) isStuck.current = true
    // Rows that grow increase the distance too; only a person reduces `scrollTop`.
    else if (scrollTop < lastScrollTop.current) isStuck.current = false
    lastScrollTop.current = scrollTop
    setAtEnd(isStuck.current)
    setFar(distance > 2 * clientHeight)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever rows are added
  useLayoutEffect(followNewest, [rows])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a person who has just written wants to see the message
  useLayoutEffect(() => {
    if (lastOutgoingId !== undefined) scrollToEnd()
  }, [lastOutgoingId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `followNewest` reads refs alone
  useEffect(() => {
    const observer = new ResizeObserver(followNewest)
    for (const element of [ref.current, ...(ref.current?.children ?? [])])
      if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return { ref, isAtEnd, isFar, scrollToEnd, handleScroll }
}
