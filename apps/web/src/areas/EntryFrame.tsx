import type { ReactNode } from 'react'
import { SkipLink } from './SkipLink.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'
import '../ui/Page.css'
import './entry.css'

/** The way in: nothing but the form. The pages bring their own bar and main part, for they differ in both. */
export function EntryFrame({ children }: { children: ReactNode }) {
  useFocusOnNavigation()
  return (
    <>
      <SkipLink />
      {children}
    </>
  )
}
