import { useState, useSyncExternalStore } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { CoreIcon } from '../../../ui/CoreIcon.tsx'
import { formatDayWithoutThisYear, localDay } from '../../../ui/dates.ts'
import { Segments } from '../../../ui/Segments.tsx'
import { useLocalDay } from '../../../ui/use-now.ts'
import type { ListedFile } from '../files.queries.ts'
import { OverEachOther, SideBySide } from './compared-pages.tsx'
import { Waiting } from './NotShown.tsx'
import { PageButtons } from './PageButtons.tsx'
import { Stage } from './Stage.tsx'
import { useComparedPage } from './use-compared-page.ts'
import { useViewerKeys } from './use-viewer-keys.ts'

const WAYS = ['Side by side', 'Over each other'] as const
/** Between two pages, as a part of their width. */
const GAP = 0.04

interface Props {
  older: ListedFile
  newer: ListedFile
  onStop: () => void
}

/** Two versions of a file, side by side or one over the other. Loaded when somebody compares. */
export default function CompareVersions({ older, newer, onStop }: Props) {
  const isNarrow = useIsNarrow()
  const today = useLocalDay()
  const [chosen, setChosen] = useState<(typeof WAYS)[number]>('Side by side')
  const [share, setShare] = useState(50)
  const [number, setNumber] = useState(1)
  const left = useComparedPage(older, number)
  const right = useComparedPage(newer, number)
  const way = isNarrow ? 'Over each other' : chosen
  const pages = Math.max(left.pages ?? 1, right.pages ?? 1)
  const turn = (by: number) => setNumber((now) => Math.min(Math.max(now + by, 1), pages))
  useViewerKeys({
    arrowright: () => turn(1),
    arrowleft: () => turn(-1),
    pagedown: () => turn(1),
    pageup: () => turn(-1),
    escape: onStop,
  })

  // A page that one of them lacks is as large as the other's.
  const size = right.page?.size ?? left.page?.size
  const isReady = [left, right].every(({ page, hasFailed }) => page !== undefined || hasFailed)
  const titles = [titleOf(older, today), titleOf(newer, today)] as const
  return (
    <Stage
      label={`Version ${older.version} and version ${newer.version}, page ${number} of ${pages}`}
      size={
        isReady
          ? way === 'Side by side' && size
            ? { width: size.width * (2 + GAP), height: size.height }
            : (size ?? { width: 400, height: 300 })
          : undefined
      }
      waiting={<Waiting />}
      onSwipe={turn}
      tools={
        <>
          {pages > 1 && <PageButtons number={number} count={pages} onTurn={turn} />}
          {way === 'Over each other' && (
            <label className="compared__share">
              <span>v{older.version}</span>
              <span className="vh">How much of version {older.version}</span>
              <input
                className="range"
                type="range"
                min={0}
                max={100}
                value={share}
                onChange={({ target }) => setShare(target.valueAsNumber)}
              />
              <span>v{newer.version}</span>
            </label>
          )}
          {!isNarrow && <Segments label="Compare" options={WAYS} value={chosen} onChange={setChosen} />}
          <Button
            look="quiet"
            size="sm"
            aria-label="Stop comparing"
            title="Stop comparing"
            className="btn--icon"
            onClick={onStop}
          >
            <CoreIcon name="close" />
          </Button>
          <i />
        </>
      }
    >
      {(scale) =>
        way === 'Side by side' ? (
          <SideBySide sides={[left, right]} titles={titles} scale={scale} />
        ) : (
          <OverEachOther sides={[left, right]} titles={titles} scale={scale} share={share} />
        )
      }
    </Stage>
  )
}

function titleOf({ version, createdAt }: ListedFile, today: string) {
  return `Version ${version}, ${formatDayWithoutThisYear(localDay(createdAt), today)}`
}

/** There is no room for two pages on a phone. */
function useIsNarrow() {
  return useSyncExternalStore(
    (onChange) => {
      query().addEventListener('change', onChange)
      return () => query().removeEventListener('change', onChange)
    },
    () => query().matches,
  )
}
const query = () => matchMedia('(max-width: 859px)')
