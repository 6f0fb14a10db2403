import type { ComponentProps } from 'react'
import './Button.css'

interface Props extends ComponentProps<'button'> {
  /** At most one primary button per screen. */
  look?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet'
  size?: 'sm' | 'lg'
  /** While true the button shows `busyLabel` in the same width and ignores presses. */
  busy?: boolean
  busyLabel?: string
}

export function Button({
  look = 'secondary',
  size,
  busy = false,
  busyLabel,
  disabled = false,
  className = '',
  children,
  ...rest
}: Props) {
  const classes = ['btn', `btn--${look}`, size && `btn--${size}`, className].filter(Boolean).join(' ')
  return (
    <button
      type="button"
      {...rest}
      className={classes}
      aria-busy={busy || undefined}
      // `aria-disabled` instead of `disabled`, so that the pressed button keeps the focus.
      aria-disabled={disabled || rest['aria-disabled'] || undefined}
      onClick={busy || disabled ? (event) => event.preventDefault() : rest.onClick}
    >
      {busyLabel === undefined ? (
        children
      ) : (
        <span className="btn__label">
          <span data-when="idle">{children}</span>
          <span data-when="busy">
            <span className="spin" />
            {busyLabel}
          </span>
        </span>
      )}
    </button>
  )
}
