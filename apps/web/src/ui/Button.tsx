import type { ComponentProps } from 'react'
import './Button.css'

interface Props extends ComponentProps<'button'> {
  /** One primary a screen. */
  look?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet'
  size?: 'sm' | 'lg'
  /** While true the button says `busyLabel` in the same width and takes no second press. */
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
      // Said, not done: what was just pressed and has nothing more to do keeps the focus.
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
