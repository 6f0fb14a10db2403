import { paths } from '@portico/contract'
import type { ComponentProps } from 'react'
import { configuredDuration } from '../../app/configured-duration.ts'
import type { PageHandle } from '../../app/page-handle.ts'
import { withPlansText } from '../../app/plans.tsx'
import { publicPageMeta } from '../../app/public-page-meta.ts'
import { GetStarted } from '../../ui/GetStarted.tsx'
import '../../ui/Button.css'
import { Screenshot } from './Screenshot.tsx'
import './pages.css'

export const handle = { still: true } satisfies PageHandle
export const meta = publicPageMeta({
  path: paths.features,
  title: 'Portico | Features',
  description:
    'A link instead of a login, projects that say whose turn it is, files with versions, notes and approvals, requests, and live chat: what Portico does.',
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
          <div>
            <Screenshot {...picture} shown="(min-width: 860px) 640px, 92vw" />
          </div>
        </section>
      ))}
      <div className="page-end actions">
        <GetStarted className="btn btn--primary btn--lg" />
      </div>
    </div>
  )
}

const features: {
  heading: string
  text: string
  picture: Omit<ComponentProps<typeof Screenshot>, 'shown'>
}[] = [
  {
    heading: 'A link, not a login',
    text: `Each client has a link of their own. It works for ${configuredDuration('loginLink')}, on any device, as often as they like. End it whenever you wish.`,
    picture: {
      of: 'link',
      alt: 'A client’s page: their details, and the button that sends their link again',
    },
  },
  {
    heading: 'Projects that say where they stand',
    text: 'A status, a due date, and whose turn it is. List what you need from your client: they answer on their phone, and are reminded until then. Both of you see the same, the moment it changes.',
    picture: { of: 'projects', alt: 'The list of projects, each with its client, due date and status' },
  },
  {
    heading: 'Files, approvals and feedback',
    text: 'Drop files anywhere on a project, of any kind, and a new version on the one before. Your client pins notes to the place they mean, asks for changes or approves, and every approval leaves a receipt. Feedback stands underneath, with name and time.',
    picture: {
      of: 'review',
      alt: 'A menu to approve, with numbered notes on it; below it the notes, and the choice to request changes or to approve',
    },
  },
  {
    heading: 'Live chat',
    text: `${withPlansText('On Pro and Enterprise, for', 'For')} the short questions. History stays readable for good.`,
    picture: { of: 'chat', alt: 'A conversation with a freelancer, as their client sees it' },
  },
]
