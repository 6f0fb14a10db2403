import { Icon } from '../../ui/Icon.tsx'

/** In the place of the top bar's field on a phone. */
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
