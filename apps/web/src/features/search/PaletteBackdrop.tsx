import { useLayoutEffect, useRef } from 'react'

/**
 * Covers the page while the palette is open and keeps it inert, except for the notifications. It comes before the palette, so
 * that it knows what had the focus, and gives the focus back.
 */
export function PaletteBackdrop({ onClose }: { onClose: () => void }) {
  const scrim = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // An open popover would cover the palette. Closing it gives the focus back to its button.
    for (const popover of document.querySelectorAll<HTMLElement>('[popover]')) popover.hidePopover?.()
    const opener = document.activeElement
    const layer = scrim.current?.parentElement
    const page = [...(layer?.parentElement?.children ?? [])].filter(
      (part) => part !== layer && !part.matches('[aria-live], [inert]'),
    )
    for (const part of page) part.setAttribute('inert', '')
    return () => {
      for (const part of page) part.removeAttribute('inert')
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape does the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <div ref={scrim} className="scrim" onMouseDown={(event) => event.preventDefault()} onClick={onClose} />
  )
}
