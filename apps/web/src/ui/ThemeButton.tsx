import { CoreIcon } from './CoreIcon.tsx'

export function ThemeButton({ bare, className = '' }: { bare?: boolean; className?: string }) {
  if (bare) {
    return (
      <button
        type="button"
        className={`btn btn--quiet btn--icon btn--sm ${className}`}
        aria-label="Theme"
        data-does="theme"
      >
        <CoreIcon name="theme" small />
      </button>
    )
  }
  return (
    <button type="button" data-does="theme">
      <CoreIcon name="theme" />
      <span>Theme</span>
    </button>
  )
}
