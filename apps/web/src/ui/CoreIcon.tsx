import type { ReactNode } from 'react'

/** The icons of public pages, in their own file so that a first visit does not load all icons. */
export const coreShapes = {
  theme: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" stroke="none" />
    </>
  ),
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  close: <path d="M6 6l12 12M18 6 6 18" />,
  alert: (
    <>
      <path d="M12 8.5V13M12 16.5v.01" />
      <circle cx="12" cy="12" r="9" />
    </>
  ),
  info: (
    <>
      <path d="M12 11.5v5M12 7.8v.01" />
      <circle cx="12" cy="12" r="9" />
    </>
  ),
  retry: (
    <path d="M4 12a8 8 0 0 1 13.7-5.6L20 8.5M20 4v4.5h-4.5M20 12a8 8 0 0 1-13.7 5.6L4 15.5M4 20v-4.5h4.5" />
  ),
}

export function CoreIcon({ name, small }: { name: keyof typeof coreShapes; small?: boolean }) {
  return <Svg small={small}>{coreShapes[name]}</Svg>
}

export function Svg({ small = false, children }: { small?: boolean; children: ReactNode }) {
  return (
    <svg className={small ? 'icon icon--sm' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  )
}
