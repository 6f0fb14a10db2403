import type { ReactNode } from 'react'
import './Fact.css'

/** A row of a `<dl className="kv">`. */
export function Fact({
  name,
  isCode = false,
  children,
}: {
  name: string
  isCode?: boolean
  children: ReactNode
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isCode ? 'mono' : undefined}>{children}</dd>
    </div>
  )
}
