import { useLocation } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ViewerIcon } from '../files/ViewerIcon.tsx'
import type { MovedBy, Neighbours } from './use-neighbours.ts'

/** Nothing for the only file of a project. */
export function NeighbourButtons({ neighbours }: { neighbours: Neighbours }) {
  const { before, after, go } = neighbours
  const movedBy = (useLocation().state as MovedBy | null)?.movedBy
  if (!before && !after) return null
  return (
    <span className="viewer__neighbours">
      <Button
        ref={movedBy === 'previous' ? focusWhenLost : undefined}
        look="quiet"
        className="btn--icon"
        aria-label="Previous file"
        title={before?.fileName}
        disabled={!before}
        onClick={() => go(-1, 'previous')}
      >
        <Icon name="back" />
      </Button>
      <Button
        ref={movedBy === 'next' ? focusWhenLost : undefined}
        look="quiet"
        className="btn--icon"
        aria-label="Next file"
        title={after?.fileName}
        disabled={!after}
        onClick={() => go(1, 'next')}
      >
        <ViewerIcon name="next" />
      </Button>
    </span>
  )
}

/** The pressed button of the file before is gone. */
function focusWhenLost(button: HTMLElement | null) {
  if (document.activeElement === document.body) button?.focus()
}
