import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { ViewerIcon } from './ViewerIcon.tsx'

interface Props {
  number: number
  count: number
  onTurn: (by: 1 | -1) => void
}

export function PageButtons({ number, count, onTurn }: Props) {
  return (
    <>
      <Button
        look="quiet"
        size="sm"
        className="btn--icon"
        aria-label="Page before"
        disabled={number === 1}
        onClick={() => onTurn(-1)}
      >
        <Icon name="back" small />
      </Button>
      <span className="num" role="status" aria-label={`Page ${number} of ${count}`}>
        {number} of {count}
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
