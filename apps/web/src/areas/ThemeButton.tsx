import { switchTheme } from '../app/theme.ts'
import { CoreIcon } from '../ui/CoreIcon.tsx'

/** Changes between light and dark; drawn as a navigation entry, or as a bare icon. */
export function ThemeButton({ bare, className = '' }: { bare?: boolean; className?: string }) {
  if (bare) {
    return (
      <button
        type="button"
        className={`btn btn--quiet btn--icon btn--sm ${className}`}
        aria-label="Theme"
        onClick={switchTheme}
      >
        <CoreIcon name="theme" small />
      </button>
    )
  }
  return (
    <button type="button" onClick={switchTheme}>
      <CoreIcon name="theme" />
      <span>Theme</span>
    </button>
  )
}
