import type { brand } from '@portico/contract'
import { useEffect, useState } from 'react'
import { storedBrand } from './stored.ts'

/**
 * The brand of a workspace on the pages of its clients: colour, title and icons. The head script (head-script.ts) has applied the
 * colour before the first paint.
 */
export function useBrand(shown: brand.ShownBrand | null | undefined) {
  useEffect(() => {
    if (shown === undefined) return
    let isOver = false
    let clear = () => {}
    loadApplyBrand().then((applyBrand) => {
      if (!isOver) clear = applyBrand(shown)
    })
    return () => {
      isOver = true
      clear()
    }
  }, [shown])
}

/** Apart, because members never need it. Without network the page keeps what the head script has applied. */
const loadApplyBrand = () =>
  import('./apply-brand.ts').then(
    ({ applyBrand }) => applyBrand,
    () => () => () => {},
  )

/** Before login: that of the page, else that of the portal that was open last. Undefined until the page is hydrated. */
export function useKnownBrand() {
  const [known, setKnown] = useState<brand.ShownBrand>()
  useEffect(() => setKnown(ofPage() ?? storedBrand.read()), [])
  useBrand(known)
  return known
}

const metaOfPage = () => document.head.querySelector<HTMLMetaElement>('meta[name="portico-brand"]')

function ofPage(): brand.ShownBrand | undefined {
  try {
    return JSON.parse(metaOfPage()?.content ?? '') ?? undefined
  } catch {
    return undefined
  }
}

/** For the next page. A preview shows a freelancer the portal of somebody else. */
export function rememberBrand(shown: brand.ShownBrand | null) {
  metaOfPage()?.remove()
  if (shown) storedBrand.write(shown)
  else storedBrand.remove()
}
