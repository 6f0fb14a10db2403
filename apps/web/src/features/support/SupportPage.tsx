import { paths, support } from '@portico/contract'
import { Link } from 'react-router'
import { withPlansText } from '../../app/plans.tsx'
import { publicPageMeta } from '../../app/public-page-meta.ts'
import type { Area } from '../../app/stored.ts'
import '../../ui/Page.css'
import '../marketing/pages.css'
import { SupportForm } from './SupportForm.tsx'
import './SupportPage.css'

export const meta = publicPageMeta({
  path: paths.support,
  title: 'Portico | Support',
  description: `Write to the people who run Portico. They answer by email within about ${support.ANSWER_HOURS} hours.`,
})

export default function SupportPage() {
  return (
    <div className="wrap">
      <div className="band__head page-head">
        <h1 tabIndex={-1}>A person answers.</h1>
        <p className="lead">
          {`By email, within about ${support.ANSWER_HOURS} hours. ${withPlansText('Enterprise comes first. ')}Many answers are already in the `}
          <Link className="link" to={paths.faq}>
            FAQ
          </Link>
          .
        </p>
      </div>
      <section className="feature support">
        <div>
          <h2>Write to us</h2>
          <p>
            Are you somebody’s client? For what is in your projects, answer the mail your link came with: it
            goes to the person you work with. Lost the link?{' '}
            <Link className="link" to={paths.clientLogin}>
              Have a fresh one sent
            </Link>
            .
          </p>
        </div>
        <div>
          <ToOwnForm area="freelancer" to={paths.freelancer.help} />
          <ToOwnForm area="client" to={paths.client.help} />
          <SupportForm />
        </div>
      </section>
    </div>
  )
}

/** This form does not send the account, so signed-in people are linked to the one that does. */
function ToOwnForm({ area, to }: { area: Area; to: string }) {
  return (
    <p className="support__own" data-shown-to={area}>
      You are signed in.{' '}
      <Link className="link" to={to}>
        Write from your account
      </Link>
      , so that we see which one it is.
    </p>
  )
}
