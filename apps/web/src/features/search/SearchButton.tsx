import { Icon } from '../../ui/Icon.tsx'

/** Replaces the field in the top bar on a phone. */
export function SearchButton({ onOpen }: { onOpen: (text: string) => void }) {
  return (
    <button
      type="button"
      className="btn btn--quiet btn--icon phone-only topbar__search"
      aria-label="Search"
      aria-haspopup="dialog"
      onClick={() => onOpen('')}
    >
      <Icon name="search" />
    </button>
  )
}
