export type Place = 'top' | 'bottom'

type Rectangle = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/**
 * Where toasts cover nothing that is still needed: at the top, or at the bottom where they would cover it at the top. What comes
 * first in `needed` counts most.
 */
export function choosePlace(toasts: Record<Place, Rectangle>, needed: readonly Rectangle[]): Place {
  for (const rectangle of needed) {
    const [isTopFree, isBottomFree] = [toasts.top, toasts.bottom].map((place) => !overlap(place, rectangle))
    if (isTopFree !== isBottomFree) return isTopFree ? 'top' : 'bottom'
  }
  return 'top'
}

const overlap = (one: Rectangle, other: Rectangle) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top

const CONTROLS = 'a, button, label, input, select, textarea, summary'
const PHONE_WIDTH = 720

/** The control that was used last, by pointer or keyboard. */
let lastUsed: Element | null = null

export function trackLastUsed() {
  const listening = new AbortController()
  const options = { capture: true, passive: true, signal: listening.signal }
  const note = ({ target }: Event) => {
    const control = target instanceof Element ? target.closest(CONTROLS) : null
    if (control && !control.closest('.toasts')) lastUsed = control
  }
  document.addEventListener('pointerdown', note, options)
  document.addEventListener('keydown', note, options)
  return () => listening.abort()
}

/** Moves the region of the toasts, in which a new one has just appeared. */
export function placeToasts(region: HTMLElement) {
  const measure = (place: Place) => {
    region.dataset.place = place
    return region.getBoundingClientRect()
  }
  const places = { top: measure('top'), bottom: measure('bottom') }
  region.dataset.place = choosePlace(places, neededRectangles())
}

/** The control that was just used and, on a phone, the main button. */
function neededRectangles() {
  const main = window.innerWidth < PHONE_WIDTH ? [...document.querySelectorAll('.btn--primary')] : []
  return [lastUsed, ...main].flatMap((element) => {
    if (!element?.isConnected) return []
    const rectangle = element.getBoundingClientRect()
    return rectangle.width > 0 ? [rectangle] : []
  })
}
