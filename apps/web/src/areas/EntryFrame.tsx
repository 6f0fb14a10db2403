import type { ReactNode } from 'react'
import { SkipLink } from './SkipLink.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'
import '../ui/Page.css'
import './entry.css'

/** Around the entry pages, which bring their own bar and main part. */
export function EntryFrame({ children }: { children: ReactNode }) {
  useFocusOnNavigation()
  return (
    <>
      <SkipLink />
      {children}
    </>
  )
}
