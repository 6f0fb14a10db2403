import { useSyncExternalStore } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CoreIcon } from '../../ui/CoreIcon.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { useLocalDay } from '../../ui/use-now.ts'
import { usePageKeys } from '../../ui/use-page-keys.ts'
import type { ListedFile } from '../files/files.queries.ts'
import { usePagesOfNotes } from '../notes/notes-on-screen.ts'
import { OverEachOther, SideBySide } from './compared-pages.tsx'
import { Waiting } from './NotShown.tsx'
import { PageButtons } from './PageButtons.tsx'
import { Stage } from './Stage.tsx'
import { useComparedPage } from './use-compared-page.ts'
import { type Comparison, WAYS } from './use-comparison.ts'
import { VersionMenu, versionTitle } from './VersionMenu.tsx'

/** The gap between two pages, as a fraction of their width. */
const GAP = 0.04

interface Props {
  comparison: Comparison
  older: ListedFile
  newer: ListedFile
}

/** Two versions of a file, side by side or one over the other. Loaded when somebody compares. */
export default function CompareVersions({ comparison, older, newer }: Props) {
  const { view, changeView, candidates, compare, stop } = comparison
  const isNarrow = useIsNarrow()
  const today = useLocalDay()
  const left = useComparedPage(older, view.number)
  const right = useComparedPage(newer, view.number)
  const way = isNarrow ? 'With a slider' : view.way
  const pages = Math.max(left.pages ?? 1, right.pages ?? 1)
  const number = view.number
  const turn = (by: number) => changeView({ number: Math.min(Math.max(number + by, 1), pages) })
  usePagesOfNotes({ number, count: pages }, (page) => changeView({ number: page }))
  usePageKeys({
    arrowright: () => turn(1),
    arrowleft: () => turn(-1),
    pagedown: () => turn(1),
    pageup: () => turn(-1),
  })

  // A missing page gets the size of the other version's page.
  const size = right.page?.size ?? left.page?.size
  const isReady = [left, right].every(({ page, hasFailed }) => page !== undefined || hasFailed)
  const menuOf = (file: ListedFile, other: ListedFile, look: 'chip' | 'title') => (
    <VersionMenu
      file={file}
      versions={candidates.filter(({ id }) => id !== other.id)}
      look={look}
      onChoose={(version) => compare(version, other.version)}
    />
  )
  const sides = [
    { ...left, file: older, title: versionTitle(older, today), menu: menuOf(older, newer, 'title') },
    { ...right, file: newer, title: versionTitle(newer, today), menu: menuOf(newer, older, 'title') },
  ] as const
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
      omissions={sides.map(({ file, omission, hasFailed }) =>
        describeOmission(file, hasFailed ? 'It cannot be shown.' : omission),
      )}
      onSwipe={(by) => {
        turn(by)
        return true
      }}
      tools={
        <>
          {way === 'With a slider' && (
            <div className="compared__share">
              {menuOf(older, newer, 'chip')}
              <input
                className="range"
                type="range"
                aria-label={`How much of version ${older.version}`}
                aria-valuetext={`${view.share}%`}
                min={0}
                max={100}
                value={view.share}
                onChange={({ target }) => changeView({ share: target.valueAsNumber })}
              />
              {menuOf(newer, older, 'chip')}
            </div>
          )}
          {!isNarrow && (
            <Segments label="Compare" options={WAYS} value={way} onChange={(way) => changeView({ way })} />
          )}
          <Button
            look="quiet"
            size="sm"
            aria-label="Stop comparing"
            title="Stop comparing"
            className="compared__stop"
            onClick={stop}
          >
            <CoreIcon name="close" />
            <span>Stop comparing</span>
          </Button>
          <i />
          {pages > 1 && (
            <>
              <PageButtons number={number} count={pages} onTurn={turn} />
              <i />
            </>
          )}
        </>
      }
    >
      {(scale) =>
        way === 'Side by side' ? (
          <SideBySide sides={sides} number={number} scale={scale} />
        ) : (
          <OverEachOther sides={sides} number={number} scale={scale} share={view.share} />
        )
      }
    </Stage>
  )
}

function describeOmission({ version }: ListedFile, omission: string | undefined) {
  return omission && `Version ${version}: ${omission}`
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
