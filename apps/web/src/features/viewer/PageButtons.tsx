import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ViewerIcon } from '../files/ViewerIcon.tsx'

interface Props {
  number: number
  count: number
  onTurn: (by: 1 | -1) => void
  overview?: { isOpen: boolean; toggle: () => void }
}

export function PageButtons({ number, count, onTurn, overview }: Props) {
  const position = `${number} of ${count}`
  return (
    <>
      <Button
        look="quiet"
        size="sm"
        className="btn--icon"
        aria-label="Previous page"
        disabled={number === 1}
        onClick={() => onTurn(-1)}
      >
        <Icon name="back" small />
      </Button>
      {overview ? (
        <Button
          look="quiet"
          size="sm"
          className="stage__position num"
          aria-label={`${position}, all pages`}
          title="All pages"
          aria-pressed={overview.isOpen}
          onClick={overview.toggle}
        >
          <ViewerIcon name="pages" />
          {position}
        </Button>
      ) : (
        <span className="num" aria-hidden="true">
          {position}
        </span>
      )}
      <span className="vh" role="status">
        Page {position}
      </span>
      <Button
        look="quiet"
        size="sm"
        className="btn--icon"
        aria-label="Next page"
        disabled={number === count}
        onClick={() => onTurn(1)}
      >
        <ViewerIcon name="next" />
      </Button>
    </>
  )
}
