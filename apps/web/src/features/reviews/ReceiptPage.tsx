import {
  isInPortal,
  paths,
  RECEIPT_TITLE,
  type ReceiptFact,
  type receipts,
  receiptText,
} from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
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
import { downloadPdf, oneReceipt, withdrawalOf } from './reviews.queries.ts'
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
        heading={RECEIPT_TITLE}
        title={`Receipt ${receipt.number}`}
        back={back}
        actions={
          <>
            <Button look="quiet" onClick={() => downloadReceipts(receipt, `receipt-${receipt.number}.json`)}>
              Download
            </Button>
            <Button look="quiet" onClick={() => window.print()}>
              Print
            </Button>
            <DownloadPdf receipt={receipt} />
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
    <Page heading={RECEIPT_TITLE} back={back}>
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

function DownloadPdf({ receipt }: { receipt: receipts.Receipt }) {
  const { mutate, isPending } = useMutation(downloadPdf(receipt))
  return (
    <Button busy={isPending} busyLabel="Making PDF..." onClick={() => mutate()}>
      Download PDF
    </Button>
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

function Contents({ receipt }: { receipt: receipts.Receipt }) {
  const { lead, sections } = receiptText(receipt, { formatDateTime, formatInstant, formatFileSize })
  return (
    <article className="receipt">
      <p className="lead">{lead}</p>
      {sections.map(({ heading, facts }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move, and two files may have one name
        <Fragment key={index}>
          <h2>{heading}</h2>
          <dl className="kv">
            {facts.map((fact) => (
              <Fact key={fact.name} name={fact.name} isCode={fact.kind === 'code'}>
                <Value fact={fact} receipt={receipt} />
              </Fact>
            ))}
          </dl>
        </Fragment>
      ))}
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

function Value({
  fact: { kind, value, state, receiptId },
  receipt,
}: {
  fact: ReceiptFact
  receipt: receipts.Receipt
}) {
  if (kind === 'decision') return <ReviewState state={state ?? 'approved'} word={value} />
  if (kind === 'quote') return <Quote by={receipt.client.name}>{value}</Quote>
  if (kind === 'instant') return <time dateTime={receipt.decidedAt}>{value}</time>
  if (receiptId) {
    return (
      <Link className="link" to={receiptPath(receiptId)}>
        {value}
      </Link>
    )
  }
  return value
}
