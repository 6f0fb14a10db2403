import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { published } from '../../app/published.ts'
import '../../ui/Button.css'
import './pages.css'

export const handle = { still: true }
export const meta = published({
  path: '/features',
  title: 'Portico | Features',
  description:
    'A link instead of a login, projects that say where they stand, files of any kind, feedback with a name and a time, and live chat: what Portico does.',
})

export default function FeaturesPage() {
  return (
    <div className="wrap">
      <div className="page-head">
        <h1 className="short" tabIndex={-1}>
          Quiet tools for work that has a client.
        </h1>
      </div>
      {features.map(({ heading, text, picture }) => (
        <section className="feature" key={heading}>
          <div>
            <h2>{heading}</h2>
            <p>{text}</p>
          </div>
          {picture}
        </section>
      ))}
      <div className="page-end actions">
        <Link className="btn btn--primary btn--lg" to="/register">
          Get Started
        </Link>
      </div>
    </div>
  )
}

const features: { heading: string; text: string; picture: ReactNode }[] = [
  {
    heading: 'A link, not a login',
    text: 'Each client has a link of their own. It works for 30 days, on any device, as often as they like. End it whenever you wish.',
    picture: null,
  },
  {
    heading: 'Projects that say where they stand',
    text: 'Three statuses, one due date. Clients see the same words you do, the moment you change them.',
    picture: null,
  },
  {
    heading: 'Files and feedback, side by side',
    text: 'Drop files anywhere on a project, of any kind. Your client leaves feedback underneath, with their name and the time.',
    picture: null,
  },
  {
    heading: 'Live chat',
    text: 'On Pro and Enterprise, for the short questions. History stays readable for good.',
    picture: null,
  },
]
