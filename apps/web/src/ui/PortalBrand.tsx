import type { brand } from '@portico/contract'
import { Link } from 'react-router'
import { Avatar } from './Avatar.tsx'
import './Brand.css'

interface Props {
  brand: Pick<brand.ShownBrand, 'name' | 'logo'>
  to: string
  /** The name of the member whom the client works with, where it is not that of the workspace. */
  person?: string | undefined
}

/** The logo of a workspace, or its name with the first letter of it. */
export function PortalBrand({ brand: { name, logo }, to, person }: Props) {
  const by = person && person !== name && <small>{person}</small>
  if (logo) {
    return (
      <Link className="brand brand--person brand--logo" to={to} title={name}>
        <BrandLogo logo={logo} name={name} maxHeight={by ? HEIGHT_ABOVE_NAME_PX : undefined} />
        {by}
      </Link>
    )
  }
  return (
    <Link className="brand brand--person" to={to} title={name}>
      <Avatar name={name} small ink />
      <span className="word">
        {name}
        {by}
      </span>
    </Link>
  )
}

/** Narrower than the sidebar, and as high as its head and the bar of a phone allow, alone and with a name below. */
const MAX_LOGO_WIDTH_PX = 184
const MAX_LOGO_HEIGHT_PX = 34
export const HEIGHT_ABOVE_NAME_PX = 24

export function BrandLogo({
  logo: { path, width, height, plate },
  name,
  maxHeight = MAX_LOGO_HEIGHT_PX,
}: {
  logo: brand.Logo
  name: string
  maxHeight?: number | undefined
}) {
  // The picture has two pixels for each of CSS, or more.
  const scale = Math.min(MAX_LOGO_WIDTH_PX / width, maxHeight / height, 0.5)
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  return (
    <span className={`brand-logo${plate ? ` brand-logo--plate-${plate}` : ''}`}>
      <img src={path} alt={name} {...size} />
    </span>
  )
}
