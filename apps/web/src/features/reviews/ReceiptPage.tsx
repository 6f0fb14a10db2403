import { isInPortal, paths, type receipts } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { areaOnScreen } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime, formatInstant } from '../../ui/dates.ts'
import { Fact } from '../../ui/Fact.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Quote } from '../../ui/Quote.tsx'
import { EmptyState, LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { formatFileSize } from '../files/file-size.ts'
import { ReviewState } from '../files/ReviewBadge.tsx'
import { projectPathOnScreen } from '../projects/project-path.ts'
import { downloadReceipts } from './download-receipts.ts'
import { Letterhead } from './Letterhead.tsx'
import { type ReceiptLinkState, receiptPath } from './receipt-path.ts'
import { oneReceipt, withdrawalOf } from './reviews.queries.ts'
import './ReceiptPage.css'
import './reviews.css'
import { InOtherPortal } from '../portals/InOtherPortal.tsx'

export const meta = ({ location }: { location: { pathname: string } }) =>
  privatePageMeta(isInPortal(location.pathname) ? 'My Projects' : 'Projects')()

/** A receipt of approval on one page, to be read, printed and downloaded. */
export default function ReceiptPage() {
  const { id = '' } = useParams()
  const { data: receipt, error, refetch } = useQuery(oneReceipt(id))
  const back = useBackLink(receipt?.project)
  if (receipt) {
    return (
      <Page
        heading="Receipt of approval"
        title={`Receipt ${receipt.number}`}
        back={back}
        actions={
          <>
            <Button look="quiet" onClick={() => downloadReceipts(receipt, `receipt-${receipt.number}.json`)}>
              Download
            </Button>
            <Button onClick={() => window.print()}>Print</Button>
          </>
        }
      >
        <Letterhead />
        <TakenBack receipt={receipt} />
        <Contents receipt={receipt} />
      </Page>
    )
  }
  return (
    <Page heading="Receipt of approval" back={back}>
      {!error && (
        <Loading says="Loading receipt...">
          <SkeletonRows count={6} />
        </Loading>
      )}
      {error?.status === 404 && (
        <InOtherPortal>
          <EmptyState title="Receipt not found." drawing="shelf">
            Its project may have been deleted, or the address is mistyped.
          </EmptyState>
        </InOtherPortal>
      )}
      {error && error.status !== 404 && (
        <LoadFailed title="Failed to load receipt" error={error} onRetry={refetch} />
      )}
    </Page>
  )
}

/** To the project that the reader came from, else to all of them. */
function useBackLink(project: string | undefined) {
  const from = useLocation().state as ReceiptLinkState | null
  if (from?.projectId && project) return { to: projectPathOnScreen(from.projectId), label: project }
  return areaOnScreen() === 'client'
    ? { to: paths.client.home, label: 'My Projects' }
    : { to: paths.freelancer.projects, label: 'Projects' }
}

/** Says first that an approval does not stand any more, on paper too. */
function TakenBack({ receipt }: { receipt: receipts.Receipt }) {
  const { data: withdrawal, error, refetch } = useQuery(withdrawalOf(receipt))
  const from: ReceiptLinkState | null = useLocation().state
  if (error) {
    return <LoadFailed title="Whether it was taken back is not known" error={error} onRetry={refetch} />
  }
  if (!withdrawal) return null
  return (
    <div className="receipt__notice">
      <Notice danger>
        <strong>Taken back.</strong> {withdrawal.client.name} took this approval back on{' '}
        {formatDateTime(withdrawal.decidedAt)}.{' '}
        <Link className="link" to={receiptPath(withdrawal.id)} state={from}>
          Receipt {withdrawal.number}
        </Link>{' '}
        says so.
      </Notice>
    </div>
  )
}

const identifiedByText: Record<receipts.IdentifiedBy, string> = {
  code: 'A code sent to their address',
  earlier_code: 'A code sent to their address, given earlier in the same session',
  mailed_link: 'A login link sent to their address',
  link: 'Their login link',
}

function Contents({ receipt }: { receipt: receipts.Receipt }) {
  const { file, client, decision, number, withdraws } = receipt
  const isApproval = decision === 'approved'
  return (
    <article className="receipt">
      <p className="lead">
        {client.name} {isApproval ? 'approved' : 'took back the approval of'} version {file.version} of{' '}
        {file.name} on {formatDateTime(receipt.decidedAt)}.
      </p>
      <h2>What was approved</h2>
      <dl className="kv">
        <Fact name="Project">{receipt.project}</Fact>
        <Fact name="File">{file.name}</Fact>
        <Fact name="Version">{file.version}</Fact>
        <Fact name="Size">
          {formatFileSize(file.size)}
          {file.size >= 1_024 && ` (${file.size.toLocaleString('en-GB')} bytes)`}
        </Fact>
        <Fact name="SHA-256" isCode>
          {file.sha256}
        </Fact>
      </dl>
      <h2>The decision</h2>
      <dl className="kv">
        <Fact name="Decision">
          {isApproval ? (
            <ReviewState state="approved" />
          ) : (
            <ReviewState state="withdrawn" word="Approval taken back" />
          )}
        </Fact>
        <Fact name="By">
          {client.name}, <span className="muted">{client.email}</span>
        </Fact>
        {receipt.comment && (
          <Fact name="Comment">
            <Quote by={client.name}>{receipt.comment}</Quote>
          </Fact>
        )}
        <Fact name="At">
          <time dateTime={receipt.decidedAt}>{formatInstant(receipt.decidedAt)}</time>
        </Fact>
        <Fact name="Identified by">{identifiedByText[receipt.identifiedBy]}</Fact>
      </dl>
      <h2>This receipt</h2>
      <dl className="kv">
        <Fact name="Number">{number} of this project</Fact>
        {withdraws && (
          <Fact name="Takes back" isCode>
            <Link className="link" to={receiptPath(withdraws)}>
              {withdraws}
            </Link>
          </Fact>
        )}
        <Fact name="Before it" isCode={number > 1}>
          {number > 1 ? receipt.previousHash : 'Nothing, it is the first.'}
        </Fact>
        <Fact name="Fingerprint" isCode>
          {receipt.hash}
        </Fact>
      </dl>
      <p className="small soft">
        Anybody can check this receipt, and whether a file is the approved one, at{' '}
        <Link className="link" to={paths.verify}>
          {window.location.host}/verify
        </Link>
        . The receipt and the file stay in the browser.
      </p>
    </article>
  )
}
