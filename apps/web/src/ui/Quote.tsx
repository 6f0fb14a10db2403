import type { ReactNode } from 'react'
import './quote.css'

interface Props {
  /** The name of the one who said it. */
  by: string
  className?: string
  children: ReactNode
}

/** A quotation says whose words they are. */
export function Quote({ by, className, children }: Props) {
  return (
    <blockquote className={className ? `quote ${className}` : 'quote'}>
      <p>
        <span dir="auto">{by}</span>: <q dir="auto">{children}</q>
      </p>
    </blockquote>
  )
}
