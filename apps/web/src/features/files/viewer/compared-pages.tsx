import type { Size } from './stage-geometry.ts'
import type { ComparedSide } from './use-compared-page.ts'

interface Props {
  /** The older version first. */
  sides: readonly [ComparedSide, ComparedSide]
  titles: readonly [string, string]
  scale: number
}

export function SideBySide({ sides, titles, scale }: Props) {
  const [older, newer] = sides
  return (
    <div className="compared compared--two">
      <figure>
        <figcaption className="small">{titles[0]}</figcaption>
        <ComparedPage side={older} like={newer.page?.size} title={titles[0]} scale={scale} />
      </figure>
      <figure>
        <figcaption className="small">{titles[1]}</figcaption>
        <ComparedPage side={newer} like={newer.page?.size} title={titles[1]} scale={scale} />
      </figure>
    </div>
  )
}

/** The newer version covers the older one right of the line. */
export function OverEachOther({ sides, titles, scale, share }: Props & { share: number }) {
  const [older, newer] = sides
  return (
    <div className="compared">
      <ComparedPage side={older} like={newer.page?.size} title={titles[0]} scale={scale} />
      <div className="compared__over" style={{ clipPath: `inset(0 0 0 ${share}%)` }}>
        <ComparedPage side={newer} like={newer.page?.size} title={titles[1]} scale={scale} />
      </div>
      <span className="compared__line" style={{ left: `${share}%` }} />
    </div>
  )
}

interface PageProps {
  side: ComparedSide
  /** The size at which both are shown, so that they lie on each other. */
  like: Size | undefined
  title: string
  scale: number
}

function ComparedPage({ side: { page, hasFailed }, like, title, scale }: PageProps) {
  if (!page || hasFailed) {
    const message = hasFailed ? 'cannot be shown.' : 'has no such page.'
    return <p className="compared__missing small">{`${title}, ${message}`}</p>
  }
  const { width, height } = page.size
  const ratio = like ? like.width / width : 1
  return (
    <div className="compared__page" style={{ width: width * ratio * scale, height: height * ratio * scale }}>
      {page.draw(ratio * scale)}
    </div>
  )
}
