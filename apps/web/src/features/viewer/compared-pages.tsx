import type { ReactNode } from 'react'
import type { ListedFile } from '../files/files.queries.ts'
import { Pins } from '../notes/Pins.tsx'
import type { Size } from './stage-geometry.ts'
import type { ComparedSide } from './use-compared-page.ts'

interface Side extends ComparedSide {
  file: ListedFile
  title: string
  /** Chooses another version for this side. */
  menu: ReactNode
}
interface Props {
  /** The older version first. */
  sides: readonly [Side, Side]
  number: number
  scale: number
}

export function SideBySide({ sides, number, scale }: Props) {
  const [older, newer] = sides
  const like = newer.page?.size
  return (
    <div className="compared compared--two">
      <figure>
        <figcaption className="small">{older.menu}</figcaption>
        <ComparedPage side={older} like={like} scale={scale}>
          <Pins page={pageOf(older, number)} olderVersion={older.file} />
        </ComparedPage>
      </figure>
      <figure>
        <figcaption className="small">{newer.menu}</figcaption>
        <ComparedPage side={newer} like={like} scale={scale}>
          <Pins page={pageOf(newer, number)} />
        </ComparedPage>
      </figure>
    </div>
  )
}

/** The newer version covers the older one right of the line, the pins both. */
export function OverEachOther({ sides, number, scale, share }: Props & { share: number }) {
  const [older, newer] = sides
  const like = newer.page?.size
  return (
    <div className="compared">
      <ComparedPage side={older} like={like} scale={scale} />
      <div className="compared__over" style={{ clipPath: `inset(0 0 0 ${share}%)` }}>
        <ComparedPage side={newer} like={like} scale={scale} />
      </div>
      <span className="compared__line" style={{ left: `${share}%` }} />
      {newer.page && <Pins page={pageOf(newer, number)} />}
    </div>
  )
}

/** Images have no page numbers. */
const pageOf = ({ file }: Side, number: number) =>
  file.contentType === 'application/pdf' ? number : undefined

interface PageProps {
  side: Side
  /** The common size of both pages, so that one exactly covers the other. */
  like: Size | undefined
  scale: number
  children?: ReactNode
}

function ComparedPage({ side: { page, title, hasFailed }, like, scale, children }: PageProps) {
  if (!page || hasFailed) {
    const message = hasFailed ? 'cannot be shown.' : 'has no such page.'
    return <p className="compared__missing small">{`${title}, ${message}`}</p>
  }
  const { width, height } = page.size
  const ratio = like ? like.width / width : 1
  return (
    <div className="compared__page" style={{ width: width * ratio * scale, height: height * ratio * scale }}>
      {page.draw(ratio * scale)}
      {children}
    </div>
  )
}
