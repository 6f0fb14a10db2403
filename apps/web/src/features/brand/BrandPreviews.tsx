import { brandCss, type brand as contract } from '@portico/contract'
import { useLayoutEffect, useState } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { BrandLogo, HEIGHT_ABOVE_NAME_PX } from '../../ui/PortalBrand.tsx'
import { Segments } from '../../ui/Segments.tsx'

interface Props {
  name: string
  person: string
  colour: string | null
  logo: contract.Logo | null
  showMadeWith: boolean
}

const THEMES = ['Light', 'Dark'] as const

/** The client area, the login and an email in small, with the styles of the real ones. */
export function BrandPreviews({ name, person, colour, logo, showMadeWith }: Props) {
  const [theme, setTheme] = useState<(typeof THEMES)[number]>('Light')
  useShades(colour)
  const isAbovePerson = person !== name
  const maxHeight = isAbovePerson ? HEIGHT_ABOVE_NAME_PX : undefined
  const head = (
    <span className={`brand brand--person${logo ? ' brand--logo' : ''}`}>
      {logo ? <BrandLogo logo={logo} name={name} maxHeight={maxHeight} /> : <Avatar name={name} small ink />}
      {logo ? isAbovePerson && <small>{person}</small> : <span className="word">{name}</span>}
    </span>
  )
  return (
    <section className="brand-previews" aria-label="Preview">
      <div className="brand-previews__head">
        <h2>What your clients see</h2>
        <Segments label="Theme of the preview" options={THEMES} value={theme} onChange={setTheme} />
      </div>
      {/* Pictures of pages: nothing in them can be used. */}
      <div className={`brand-preview brand-preview--${theme.toLowerCase()}`} inert>
        <figure>
          <figcaption>Their area</figcaption>
          <div className="brand-preview__page brand-preview__portal">
            <div className="brand-preview__side">
              {head}
              <span className="brand-preview__nav brand-preview__nav--here">My Projects</span>
              <span className="brand-preview__nav">
                Chat <b className="brand-preview__count">2</b>
              </span>
              {showMadeWith && <small className="muted">Runs on Portico</small>}
            </div>
            <div className="brand-preview__main">
              <p className="brand-preview__title">Spring menu</p>
              <p className="soft">
                Your turn: <span className="link">look at menu-proof.pdf</span>
              </p>
              <span className="btn btn--primary">Approve</span>
            </div>
          </div>
        </figure>
        <figure>
          <figcaption>Their login</figcaption>
          <div className="brand-preview__page">
            {head}
            <p className="brand-preview__title">Get your link</p>
            <span className="input" />
            <span className="btn btn--primary">Send Link</span>
          </div>
        </figure>
        <figure>
          <figcaption>An email</figcaption>
          <div className="brand-preview__page brand-preview__email">
            {head}
            <p className="brand-preview__title">Your portal is ready</p>
            <p className="soft">{person} has set up a place for your work together.</p>
            <span className="btn btn--primary">Open your portal</span>
          </div>
        </figure>
      </div>
    </section>
  )
}

/** The shades hold inside of the preview only: the page of the member keeps its own. */
function useShades(colour: string | null) {
  useLayoutEffect(() => {
    if (!colour) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(brandCss(colour).replace('html:root', '.brand-preview'))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [colour])
}
