import { type ReactNode, useId, useState } from 'react'
import { Button } from './Button.tsx'
import './Filters.css'

interface Props {
  /** How many of the choices narrow the list. */
  count: number
  children: ReactNode
}

/** The choices of a list, beside its search. On a phone they fold into one button. */
export function FilterFold({ count, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <div className="filters__button">
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {count > 0 ? `Filters (${count})` : 'Filters'}
        </Button>
      </div>
      <div className="filters__fold" id={id} data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  )
}
