import type { receipts } from '@portico/contract'
import { hashReceipt } from '@portico/contract/receipt-hash'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime, formatInstant } from '../../ui/dates.ts'
import { Fact } from '../../ui/Fact.tsx'
import { CheckGlyph, type CheckTone } from './CheckGlyph.tsx'
import { BeforeCheck, FileCheck, LaterCheck, ReceiptCheck, SignatureCheck } from './Checks.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import type { SignatureCheck as SignatureCheckResult } from './check-signatures.ts'
import type { CheckedFile } from './checked-file.ts'
import type { CheckedReceipts } from './checked-receipts.ts'
import type { LaterReceipts } from './find-later-receipts.ts'
import type { Chain } from './read-receipts.ts'

interface Props {
  receipts: CheckedReceipts
  checked: CheckedFile | undefined
  onFile: (file: File) => void
  onRetry: () => void
  onRestart: () => void
}

export function CheckResult({ receipts, checked, onFile, onRetry, onRestart }: Props) {
  const { chain, signatures, later } = receipts
  const altered = receipts.altered ?? (signatures?.state === 'altered' ? signatures.receipt : undefined)
  const approved = checked?.sha256 ? findApproval(chain, checked.sha256) : undefined
  const receipt = altered ?? approved ?? chain[chain.length - 1] ?? chain[0]
  const isAnother = Boolean(checked?.sha256) && !approved
  const isOne = chain.length === 1 || approved !== undefined
  return (
    <div className="verify__parts">
      <Verdict
        receipts={receipts}
        altered={altered}
        fileName={checked?.file.name}
        isAnother={isAnother}
        isApproved={Boolean(approved)}
        withdrawal={isOne ? findWithdrawal(receipt, chain, later) : undefined}
      />
      {signatures?.state === 'unreachable' && (
        <div className="actions">
          <Button onClick={onRetry}>Try again</Button>
        </div>
      )}
      {!altered && <Contents {...receipt} />}
      <ul className="checks">
        <ReceiptCheck altered={receipts.altered} count={chain.length} />
        {signatures && <SignatureCheck result={signatures} count={chain.length} />}
        <FileCheck receipt={receipt} isAltered={Boolean(altered)} checked={checked} isAnother={isAnother} />
        {!altered && <BeforeCheck {...chain[0]} />}
        {!altered && later && <LaterCheck later={later} />}
      </ul>
      {receipts.altered && <Hashes {...receipts.altered} />}
      {!altered && !checked && (
        <ChooseFile
          label="The approved file"
          optional
          invitation="Drop it to see whether it is the very file."
          button="Choose file"
          onChoose={onFile}
        />
      )}
      {!altered && signatures && signatures.state !== 'signed' && (
        <p className="small soft">
          Both sides of a project have its receipts: the same fingerprint on the other side’s copy means that
          nobody has replaced this one.
        </p>
      )}
      <div className="actions">
        <Button onClick={onRestart}>Check another</Button>
      </div>
    </div>
  )
}

/** The last receipt by which a file with these bytes was approved or chosen. */
function findApproval(chain: Chain, sha256: string) {
  return chain.findLast(({ file, files = [{ ...file, decision: 'approved' }] }) =>
    files.some((one) => one.sha256 === sha256 && (one.decision === 'approved' || one.decision === 'chosen')),
  )
}

/** The receipt that takes this one back, if it is not one that does so itself. */
function findWithdrawal(receipt: receipts.Receipt, chain: Chain, later: LaterReceipts | undefined) {
  if (receipt.decision === 'withdrawn') return receipt
  const given = chain.find(({ withdraws }) => withdraws === receipt.id)
  return given ?? (later?.state === 'some' && later.last.id === receipt.id ? later.withdrawal : undefined)
}

interface VerdictProps {
  receipts: CheckedReceipts
  altered: receipts.Receipt | undefined
  fileName: string | undefined
  isAnother: boolean
  isApproved: boolean
  /** Of the one receipt that this is about. */
  withdrawal: receipts.Receipt | undefined
}

function Verdict({ receipts, altered, fileName, isAnother, isApproved, withdrawal }: VerdictProps) {
  const { chain, signatures, later } = receipts
  const isList = chain.length > 1
  if (altered) {
    return (
      <Sentence tone="red" word="Altered">
        {isList ? `Receipt ${altered.number} does` : 'This receipt does'} not say what it said when it was
        written. Do not rely on it. Ask whoever gave it to you for the original.
      </Sentence>
    )
  }
  if (!signatures) {
    return (
      <Sentence tone="none" word="Checking the signature">
        The fingerprint fits.
      </Sentence>
    )
  }
  if (isAnother) {
    return (
      <Sentence tone="red" word="Another file">
        {isList ? 'The receipts are' : 'The receipt is'} unchanged
        {signatures.state === 'unsigned' && `, but not signed by ${window.location.host}`}, but {fileName} is
        not the file that was approved.
      </Sentence>
    )
  }
  if (withdrawal) {
    return (
      <Sentence tone="red" word="Taken back">
        {withdrawal.client.name} took this approval back on {formatDateTime(withdrawal.decidedAt)}. Receipt{' '}
        {withdrawal.number} says so. {signatureSentence[signatures.state]}
      </Sentence>
    )
  }
  const file = isApproved && ', and the file is the one that was approved'
  const cut = isList && later?.state === 'some' && (
    <> The end is cut off: later receipts of the project “{later.last.project}” are missing.</>
  )
  if (signatures.state === 'signed') {
    return (
      <Sentence tone="done" word="Signed by this portal and unchanged">
        {isList ? `All ${chain.length} receipts are as they were` : 'The receipt is as it was'} written{file}.
        {cut}
      </Sentence>
    )
  }
  if (signatures.state === 'unsigned') {
    return (
      <Sentence tone="none" word="Unchanged, but not signed by this portal">
        {isList ? 'The receipts fit their fingerprints' : 'The receipt fits its fingerprint'}
        {file}. But anybody can write such a receipt, and {window.location.host} does not confirm that it
        wrote {isList ? `number ${signatures.receipt.number}` : 'this one'}. If it is of another portal, check
        it there. If it is a copy from before receipts were signed, download it again.{cut}
      </Sentence>
    )
  }
  return (
    <Sentence tone="none" word="Unchanged, signature not checked">
      {isList ? 'The receipts fit their fingerprints' : 'The receipt fits its fingerprint'}
      {file}.{' '}
      {signatures.state === 'unreachable'
        ? `Whether ${window.location.host} wrote it is not known, because its keys could not be fetched.`
        : `Whether ${window.location.host} wrote it is not known, because this browser checks signatures on pages with https alone, or not at all. Use common tools instead.`}
      {cut}
    </Sentence>
  )
}

const signatureSentence = {
  signed: 'What was checked is signed by this portal and unchanged.',
  unsigned: 'What was checked is unchanged, but not signed by this portal.',
  altered: '',
  unreachable: 'What was checked is unchanged. Its signature was not checked.',
  unsupported: 'What was checked is unchanged. Its signature was not checked.',
} satisfies Record<SignatureCheckResult['state'], string>

function Sentence({ tone, word, children }: { tone: CheckTone; word: string; children: ReactNode }) {
  return (
    <div className="check-result" data-tone={tone} role={tone === 'red' ? 'alert' : 'status'}>
      <CheckGlyph tone={tone} />
      <div>
        <h2>{word}</h2>
        <p>{children}</p>
      </div>
    </div>
  )
}

const fileWords = {
  approved: 'Approved',
  changes_requested: 'Changes requested',
  chosen: 'Chosen',
  not_chosen: 'Not chosen',
} satisfies Record<receipts.ReceiptFile['decision'], string>

function Contents({ decision, file, files, client, decidedAt, project, hash }: receipts.Receipt) {
  const isWithdrawn = decision === 'withdrawn'
  return (
    <dl className="kv">
      {files && isWithdrawn && <Fact name="Approval taken back">{files.length} files</Fact>}
      {(files ?? [{ ...file, decision: 'approved' as const }]).map((one) => (
        <Fact
          key={one.sha256 + one.name}
          name={isWithdrawn && !files ? 'Approval taken back' : fileWords[one.decision]}
        >
          {one.name}, version {one.version}
        </Fact>
      ))}
      <Fact name="By">
        {client.name}, {client.email}
      </Fact>
      <Fact name="At">
        <time dateTime={decidedAt}>{formatInstant(decidedAt)}</time>
      </Fact>
      <Fact name="Project">{project}</Fact>
      <Fact name="Fingerprint" isCode>
        {hash}
      </Fact>
    </dl>
  )
}

function Hashes(altered: receipts.Receipt) {
  return (
    <dl className="kv">
      <Fact name="It carries" isCode>
        {altered.hash}
      </Fact>
      <Fact name="Worked out" isCode>
        {hashReceipt(altered)}
      </Fact>
    </dl>
  )
}
