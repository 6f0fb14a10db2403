import { paths, support } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useDraft } from '../../app/draft.ts'
import { type Area, isPreview } from '../../app/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { DisabledInPreview } from '../preview/DisabledInPreview.tsx'
import { SupportForm } from './SupportForm.tsx'
import { supportSender } from './support.queries.ts'
import './AccountSupport.css'

interface Props {
  area: Area
  /** Says which data is sent with the message, and to whom. */
  lead: ReactNode
}

/** The support form of both areas. The server adds the account of the signed-in sender. */
export function AccountSupport({ area, lead }: Props) {
  return (
    <Page
      heading="Support"
      summary={`A person answers by email, within about ${support.ANSWER_HOURS} hours.`}
    >
      <p className="help__lead">{lead}</p>
      <div className="help__form">
        {isPreview() && <Notice>Only your client can write here.</Notice>}
        <DisabledInPreview>
          <Form area={area} />
        </DisabledInPreview>
      </div>
      <p className="help__more">
        Many answers are already in the{' '}
        <Link className="link" to={paths.faq}>
          FAQ
        </Link>
        . Here are also the{' '}
        <Link className="link" to={paths.privacy}>
          privacy policy
        </Link>{' '}
        and the{' '}
        <Link className="link" to={paths.terms}>
          terms
        </Link>
        .
      </p>
    </Page>
  )
}

function Form({ area }: { area: Area }) {
  const { data: sender, error, refetch } = useQuery(supportSender(area))
  const { draft, change, clearDraft } = useDraft(area === 'client' ? 'client.support' : 'support', {
    message: '',
  })
  if (sender)
    return (
      <SupportForm
        signedIn={{ area, ...sender, ...draft }}
        onMessage={(message) => change({ message })}
        onSent={clearDraft}
      />
    )
  if (error) return <LoadFailed title="The form did not load" error={error} onRetry={refetch} />
  return (
    <Loading says="Loading form...">
      <SkeletonRows />
    </Loading>
  )
}
