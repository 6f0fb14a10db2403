import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { usePageKeys } from '../../ui/use-page-keys.ts'
import { ViewerIcon } from '../files/ViewerIcon.tsx'
import { Omissions } from './omissions.tsx'
import type { Size } from './stage-geometry.ts'
import { useGestures } from './use-gestures.ts'
import { useSwipe } from './use-swipe.ts'
import { type Stage as StageState, useZoom, zoomIn, zoomOut } from './use-zoom.ts'

interface Props {
  label: string
  /** The size of the upright content at a scale of 1; undefined until it is known. */
  size: Size | undefined
  /** The largest scale when the content is fitted into the window. */
  maxFit?: number
  /** The content at a scale. It fills the leaf, whose top left is 0, 0 and whose bottom right is 1, 1. */
  children: (scale: number) => ReactNode
  /** Shown until the size is known. */
  waiting?: ReactNode
  /** Buttons beside the zoom, for example for turning pages. */
  tools?: ReactNode
  /** Content beside the page, for example thumbnails of all pages. */
  side?: ReactNode
  /** What is not shown of the file. */
  omissions?: readonly (string | false | undefined)[]
  /** Returns whether it has turned a page. */
  onSwipe?: (by: 1 | -1) => boolean
}

/** Shows a picture or a page: zooms and scrolls by keyboard, wheel, mouse and fingers. */
export function Stage({
  label,
  size,
  maxFit = Infinity,
  children,
  waiting,
  tools,
  side,
  omissions = [],
  onSwipe = () => false,
}: Props) {
  const stage = useZoom(size, maxFit)
  useGestures(stage)
  useSwipe(stage.scroller, onSwipe)
  usePageKeys({
    '+': () => zoomIn(stage),
    '=': () => zoomIn(stage),
    '-': () => zoomOut(stage),
    0: () => stage.zoomTo('whole'),
  })
  const { scroller, leaf, scale } = stage
  return (
    <div className="stage">
      <Omissions texts={omissions} />
      {side}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without focus nobody could scroll it by keyboard */}
      <section className="stage__page" ref={scroller} tabIndex={0} aria-label={label}>
        {size === undefined && waiting}
        {size && scale !== undefined && (
          <div className="leaf" ref={leaf} style={{ width: size.width * scale, height: size.height * scale }}>
            {children(scale)}
          </div>
        )}
      </section>
      <div className="stage__tools">
        {tools}
        <ZoomButtons stage={stage} />
      </div>
    </div>
  )
}

function ZoomButtons({ stage }: { stage: StageState }) {
  const isWidth = stage.zoom === 'width'
  return (
    <>
      <Button
        look="quiet"
        size="sm"
        className="btn--icon"
        aria-label="Smaller"
        onClick={() => zoomOut(stage)}
      >
        <Icon name="minus" small />
      </Button>
      <Button
        look="quiet"
        size="sm"
        className="stage__fit"
        aria-label={isWidth ? 'Fit whole' : 'Fit width'}
        title={isWidth ? 'Fit whole' : 'Fit width'}
        onClick={() => stage.zoomTo(isWidth ? 'whole' : 'width')}
      >
        Fit
      </Button>
      <Button look="quiet" size="sm" className="btn--icon" aria-label="Larger" onClick={() => zoomIn(stage)}>
        <ViewerIcon name="plus" />
      </Button>
    </>
  )
}
