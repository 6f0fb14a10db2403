import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import './SettingsSection.css'

interface Props {
  heading: string
  about: string
  /** An address can lead to the section by it, as in `#handed-out`. */
  id?: string
  children: ReactNode
}

export function SettingsSection({ heading, about, id, children }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is new when the same address is opened again
  useEffect(() => {
    if (id && hash === `#${id}`) title.current?.focus()
  }, [id, hash, key])
  return (
    <section className="section settings" aria-label={heading}>
      <div className="section__head">
        <h2 ref={title} id={id} tabIndex={-1}>
          {heading}
        </h2>
      </div>
      <p className="settings__about">{about}</p>
      <div className="settings__body">{children}</div>
    </section>
  )
}
