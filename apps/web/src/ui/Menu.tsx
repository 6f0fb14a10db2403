import { Menu as BaseMenu } from '@base-ui/react/menu'
import { type FocusEvent, type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useCloseOnBack } from './use-close-on-back.ts'
import './Menu.css'

export interface MenuItem {
  label: string
  icon: ReactNode
  /** It takes something away, and stands apart from the others. */
  isDanger?: boolean
  onSelect: () => void
}

interface Props {
  label: string
  items: readonly MenuItem[]
  /** The button that opened it. */
  anchor: HTMLElement
  onClose: () => void
}

/** Actions below the button that opened them. Render it while it is open; load it on first use (`lazyDialog`). */
export default function Menu({ label, items, anchor, onClose }: Props) {
  const hasFocus = useRef(false)
  useCloseOnBack(onClose)

  /** Base UI does so only for a menu that it opened itself. */
  function focusFirstItem({ currentTarget }: FocusEvent) {
    if (!hasFocus.current) currentTarget.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
    hasFocus.current = true
  }

  function select({ onSelect }: MenuItem) {
    // An open menu keeps the focus. What opens next gives it back to where it is then: to the button.
    flushSync(onClose)
    anchor.focus()
    onSelect()
  }

  return (
    <BaseMenu.Root open onOpenChange={(open) => open || onClose()}>
      {/* Within a landmark, like everything that can be reached. */}
      <BaseMenu.Portal container={anchor.closest('main') ?? undefined}>
        <BaseMenu.Positioner className="menu-positioner" anchor={anchor} align="end" sideOffset={4}>
          <BaseMenu.Popup
            className="menu"
            aria-label={label}
            finalFocus={{ current: anchor }}
            onFocus={focusFirstItem}
          >
            {items.map((item) => (
              <BaseMenu.Item
                key={item.label}
                className="menu__item"
                data-danger={item.isDanger || undefined}
                onClick={() => select(item)}
              >
                {item.icon}
                {item.label}
              </BaseMenu.Item>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}
