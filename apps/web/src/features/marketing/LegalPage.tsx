import { Fragment, type ReactNode } from 'react'
import { WithPlans } from '../../app/plans.tsx'
import { Notice } from '../../ui/Notice.tsx'
import './pages.css'

interface Props {
  heading: string
  lead: string
  sections: [heading: string, ...paragraphs: (string | string[])[]][]
  /** The headings and items that are left out where nothing is sold. */
  aboutPlans: string[]
}

/** Describes what the software does. Brackets mark text that the operator has to fill in. */
export function LegalPage({ heading, lead, sections, aboutPlans }: Props) {
  const ifTrue = (text: string, part: ReactNode) =>
    aboutPlans.includes(text) ? <WithPlans key={text}>{part}</WithPlans> : part
  return (
    <div className="wrap">
      <div className="band__head page-head">
        <h1 tabIndex={-1}>{heading}</h1>
        <p className="lead">{lead}</p>
      </div>
      <div className="prose">
        <Notice>
          A template for whoever runs this Portico. What the software does is described as it is; what stands
          in <mark>[brackets]</mark> is yours to fill in, and a lawyer of your country should read the whole.
        </Notice>
        {sections.map(([title, ...paragraphs]) =>
          ifTrue(
            title,
            <Fragment key={title}>
              <h2>{title}</h2>
              {paragraphs.map((paragraph) =>
                typeof paragraph === 'string' ? (
                  <p key={paragraph}>{marked(paragraph)}</p>
                ) : (
                  <ul key={paragraph[0]}>
                    {paragraph.map((item) => ifTrue(item, <li key={item}>{marked(item)}</li>))}
                  </ul>
                ),
              )}
            </Fragment>,
          ),
        )}
      </div>
    </div>
  )
}

/** `[what the operator fills in]` is marked, `*what it is about*` is strong. */
function marked(text: string): ReactNode[] {
  return text.split(/(\[[^\]]+\]|\*[^*]+\*)/).map((part) => {
    if (part.startsWith('[')) return <mark key={part}>{part}</mark>
    if (part.startsWith('*')) return <strong key={part}>{part.slice(1, -1)}</strong>
    return part
  })
}
