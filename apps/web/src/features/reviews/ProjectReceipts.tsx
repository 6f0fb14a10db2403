import { pluralForm, receiptSubject, receipts } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { callPage } from '../../app/api.ts'
import { DownloadReceipts } from './DownloadReceipts.tsx'
import { type ReceiptLinkState, receiptPath } from './receipt-path.ts'
import './project-receipts.css'

const INITIAL_ROW_COUNT = 3

/** The approvals of a project, newest first, as one of its facts. Renders nothing without any. */
export default function ProjectReceipts({ projectId }: { projectId: string }) {
  const { data } = useQuery({
    queryKey: ['receipts', 'of', projectId],
    queryFn: ({ signal }) =>
      callPage(receipts.ofProject, { params: { id: projectId }, querystring: {} }, { signal }),
  })
  const [isWhole, setWhole] = useState(false)
  const all = data?.items ?? []
  if (all.length === 0) return null
  const takenBack = new Set(all.map(({ withdraws }) => withdraws))
  const approvals = all.filter(({ decision }) => decision === 'approved')
  const shown = isWhole ? approvals : approvals.slice(0, INITIAL_ROW_COUNT)
  const hidden = approvals.length - shown.length
  return (
    <div>
      <dt>Approved</dt>
      <dd>
        <ul className="project-receipts">
          {shown.map((receipt) => (
            <li key={receipt.id}>
              {receipt.files ? leadOf(receipt) : `${receipt.file.name}, version ${receipt.file.version}`}
              <span className="small muted">
                <Link
                  className="link"
                  to={receiptPath(receipt.id)}
                  state={{ projectId } satisfies ReceiptLinkState}
                >
                  Receipt {receipt.number}
                </Link>
                {takenBack.has(receipt.id) && ', taken back'}
              </span>
            </li>
          ))}
        </ul>
        {hidden > 0 && (
          <button type="button" className="link small" onClick={() => setWhole(true)}>
            Show {pluralForm(hidden, 'one more', `${hidden} more`)}
          </button>
        )}
        {isWhole && data?.cursor && <p className="small muted">Older ones are in the download.</p>}
        {all.length > 1 && <DownloadReceipts of={{ projectId }} label="Download all receipts" />}
      </dd>
    </div>
  )
}

/** Of several files: how many are approved, or which one is chosen. */
function leadOf({ file, files = [] }: receipts.Receipt) {
  const isChoice = files.some(({ decision }) => decision === 'chosen')
  return isChoice ? `${file.name}, chosen of ${files.length}` : receiptSubject({ file, files })
}
