import { useMatches } from 'react-router'

/** Whether the page on screen says so in its `handle`: it has no sidebar and no top bar then. */
export function useFillsWindow() {
  const page = useMatches().at(-1)
  return (page?.handle as { fillsWindow?: boolean } | undefined)?.fillsWindow === true
}
