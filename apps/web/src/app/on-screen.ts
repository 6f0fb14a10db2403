import type { activity, teamNotes } from '@portico/contract'
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'

/** What shows events: a part of a project, the page of a file with its versions, that of a client, or an open list of team notes. */
export type ShownThing =
  | { projectId: string; place: activity.PlaceInProject }
  | { projectId: string; fileId: string; versionIds: readonly string[] }
  | { clientId: string }
  /** `ids` has what they are about, of a file all versions; `tag` the client. */
  | { teamNotes: teamNotes.Place; ids: readonly string[]; tag: string }

/** As JSON, each with how many parts of the page show it. */
const shown = new Map<string, number>()
let things: readonly ShownThing[] = []
const listeners = new Set<() => void>()

interface Options {
  /** False while it loads, or when that has failed. */
  isLoaded?: boolean
  /** Something is on screen only while a part of this element is. */
  within?: RefObject<Element | null>
}

/** Says that this thing is on screen, so that its events count as seen once somebody is there. */
export function useOnScreen(thing: ShownThing, { isLoaded = true, within }: Options = {}) {
  const key = JSON.stringify(thing)
  const isInView = useIsInView(within, isLoaded)
  useEffect(() => {
    if (isLoaded && isInView) return show(key)
  }, [key, isLoaded, isInView])
}

/** The same as an element, for pages that show it only under some condition. */
export function OnScreen({ thing }: { thing: ShownThing }) {
  useOnScreen(thing)
  return null
}

export function useThingsOnScreen() {
  return useSyncExternalStore(subscribe, thingsOnScreen, thingsOnScreen)
}

export const thingsOnScreen = () => things

function show(key: string) {
  shown.set(key, (shown.get(key) ?? 0) + 1)
  update()
  return () => {
    const count = (shown.get(key) ?? 0) - 1
    if (count > 0) shown.set(key, count)
    else shown.delete(key)
    update()
  }
}

function update() {
  things = [...shown.keys()].map((key) => JSON.parse(key))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What the bars at the foot of a phone’s screen cover does not count. */
const FOOT = '0px 0px -64px 0px'

/** Without an element, always. */
function useIsInView(element: RefObject<Element | null> | undefined, isLoaded: boolean) {
  const [isInView, setInView] = useState(element === undefined)
  useEffect(() => {
    const watched = element?.current
    if (!watched || !isLoaded) return
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.at(-1)?.isIntersecting ?? false),
      {
        rootMargin: FOOT,
      },
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element, isLoaded])
  return isInView
}
