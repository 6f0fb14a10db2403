import { useMatches } from 'react-router'

/** Whether the `handle` of the page asks for the whole window, without sidebar and top bar. */
export function useFillsWindow() {
  const page = useMatches().at(-1)
  return (page?.handle as { fillsWindow?: boolean } | undefined)?.fillsWindow === true
}
