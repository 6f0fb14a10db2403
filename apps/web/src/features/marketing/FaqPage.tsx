import { paths } from '@portico/contract'
import { Link } from 'react-router'
import type { PageHandle } from '../../app/page-handle.ts'
import { WithPlans, withPlansText } from '../../app/plans.tsx'
import { publicPageMeta } from '../../app/public-page-meta.ts'
import '../../ui/Field.css'
import searchScript from './faq-search.js?url&no-inline'
import { Questions } from './Questions.tsx'
import { chapters, structuredQuestions } from './questions.ts'
import './FaqPage.css'
import './pages.css'

export const handle = { still: true } satisfies PageHandle
export const meta = publicPageMeta({
  path: paths.faq,
  title: 'Portico | FAQ',
  description: `How clients log in without a password, what they see, ${withPlansText('what the plans hold, ')}and what happens to your files and data: answers about Portico.`,
  structured: [structuredQuestions(chapters.flatMap(({ questions }) => questions))],
})

export default function FaqPage() {
  return (
    <div className="wrap">
      <div className="band__head page-head">
        <h1 tabIndex={-1}>Asked before.</h1>
        <search className="faq-search">
          <div className="field">
            <label htmlFor="faq-search">Search the answers</label>
            <input className="input" id="faq-search" type="search" autoComplete="off" data-searches="faq" />
          </div>
          <p className="hint" id="faq-found" role="status" />
        </search>
      </div>
      <div id="faq">
        {chapters.map(({ title, questions, isAboutPlans }) => {
          const chapter = (
            <section className="feature" key={title}>
              <div>
                <h2>{title}</h2>
              </div>
              <Questions of={questions} />
            </section>
          )
          return isAboutPlans ? <WithPlans key={title}>{chapter}</WithPlans> : chapter
        })}
      </div>
      <p className="page-end">
        Not answered?{' '}
        <Link className="link" to={paths.support}>
          Write to us
        </Link>
        .
      </p>
      <script async src={searchScript} />
    </div>
  )
}
