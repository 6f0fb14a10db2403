import type { ReactNode } from 'react'

/** Pages are built once for both, and the server keeps the half that holds (platform/http/public-pages.ts). */
export const isPrerendering = import.meta.env.SSR && import.meta.env.PROD

interface Marks {
  begin: string
  otherwise: string
  end: string
}

export function textOfHalf(marks: Marks, holds: () => boolean, text: string, otherwise: string) {
  if (isPrerendering) return marks.begin + text + marks.otherwise + otherwise + marks.end
  return holds() ? text : otherwise
}

interface Props {
  marks: Marks
  holds: () => boolean
  children: ReactNode
  otherwise?: ReactNode
}

export function Halves({ marks, holds, children, otherwise }: Props) {
  if (isPrerendering)
    return (
      <>
        {marks.begin}
        {children}
        {marks.otherwise}
        {otherwise}
        {marks.end}
      </>
    )
  return holds() ? children : otherwise
}
