import type { ReactNode } from 'react'
import './SettingsSection.css'

interface Props {
  heading: string
  about: string
  children: ReactNode
}

export function SettingsSection({ heading, about, children }: Props) {
  return (
    <section className="section settings" aria-label={heading}>
      <div className="section__head">
        <h2 tabIndex={-1}>{heading}</h2>
      </div>
      <p className="settings__about">{about}</p>
      <div className="settings__body">{children}</div>
    </section>
  )
}
