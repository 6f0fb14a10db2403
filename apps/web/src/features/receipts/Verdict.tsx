import type { receipts } from '@portico/contract'
import { hashReceipt } from '@portico/contract/receipt-hash'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDateTime } from '../../ui/dates.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { type Chain, findAltered } from './read-receipts.ts'
import type { CheckedFile } from './VerifyPage.tsx'

interface Props {
  chain: Chain
  checked: CheckedFile | undefined
  onFile: (file: File) => void
  onAgain: () => void
}

export function Verdict({ chain, checked, onFile, onAgain }: Props) {
  const altered = findAltered(chain)
  const approved = checked?.sha256 ? chain.findLast(({ file }) => file.sha256 === checked.sha256) : undefined
  const receipt = altered ?? approved ?? chain[chain.length - 1] ?? chain[0]
  const isAnother = Boolean(checked?.sha256) && !approved
  return (
    <div className="verify__parts">
      {altered ? (
        <Sentence failed word="Altered">
          {chain.length > 1 ? `Receipt ${altered.number} does` : 'This receipt does'} not say what it said
          when it was written. Do not rely on it. Ask whoever gave it to you for the original.
        </Sentence>
      ) : isAnother ? (
        <Sentence failed word="Another file">
          {chain.length > 1 ? 'The receipts are' : 'The receipt is'} unchanged, but {checked?.file.name} is
          not the file that was approved.
        </Sentence>
      ) : (
        <Sentence word="Unchanged">
          {chain.length > 1 ? `All ${chain.length} receipts are as they were` : 'The receipt is as it was'}{' '}
          written
          {approved && ', and the file is the one that was approved'}.
        </Sentence>
      )}
      {!altered && <Said {...receipt} />}
      <ul className="checks">
        <ReceiptCheck altered={altered} count={chain.length} />
        <FileCheck receipt={receipt} isAltered={Boolean(altered)} checked={checked} isAnother={isAnother} />
        {!altered && <BeforeCheck {...chain[0]} />}
      </ul>
      {altered && <Hashes {...altered} />}
      {!altered && !checked && (
        <ChooseFile
          label="The approved file"
          optional
          invitation="Drop it to see whether it is the very file."
          button="Choose file"
          onChoose={onFile}
        />
      )}
      {!altered && (
        <p className="small soft">
          Both sides of a project have its receipts: the same fingerprint on the other side’s copy means that
          nobody has replaced this one.
        </p>
      )}
      <div className="actions">
        <Button onClick={onAgain}>Check another</Button>
      </div>
    </div>
  )
}

function Sentence({ failed, word, children }: { failed?: boolean; word: string; children: ReactNode }) {
  return (
    <div className="verdict" data-tone={failed ? 'red' : 'done'} role={failed ? 'alert' : 'status'}>
      <Glyph tone={failed ? 'red' : 'done'} />
      <div>
        <h2>{word}</h2>
        <p>{children}</p>
      </div>
    </div>
  )
}

function Said({ decision, file, client, decidedAt, project, hash }: receipts.Receipt) {
  return (
    <dl className="kv">
      <Fact name={decision === 'approved' ? 'Approved' : 'Approval taken back'}>
        {file.name}, version {file.version}
      </Fact>
      <Fact name="By">
        {client.name}, {client.email}
      </Fact>
      <Fact name="At">
        <time dateTime={decidedAt}>{formatDateTime(decidedAt)}</time>
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

function Fact({ name, isCode, children }: { name: string; isCode?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isCode ? 'mono' : undefined}>{children}</dd>
    </div>
  )
}

function ReceiptCheck({ altered, count }: { altered: receipts.Receipt | undefined; count: number }) {
  const name = count > 1 ? 'Fingerprints of the receipts' : 'Fingerprint of the receipt'
  if (!altered) {
    return (
      <Check tone="done" name={name}>
        {count > 1
          ? 'Worked out here, and equal to those they carry. Each names the one before it.'
          : 'Worked out here, and equal to the one it carries.'}
      </Check>
    )
  }
  return (
    <Check tone="red" name={name}>
      {hashReceipt(altered) === altered.hash
        ? `Receipt ${altered.number} does not follow on the one before it.`
        : `Not equal. Something in it was changed after ${formatDate(altered.decidedAt)}.`}
    </Check>
  )
}

interface FileCheckProps {
  receipt: receipts.Receipt
  isAltered: boolean
  checked: CheckedFile | undefined
  isAnother: boolean
}

function FileCheck({ receipt, isAltered, checked, isAnother }: FileCheckProps) {
  const name = 'Fingerprint of the file'
  if (isAltered || !checked) {
    const why = isAltered ? 'since the receipt cannot be trusted' : 'since no file was chosen'
    return (
      <Check tone="none" name={name}>
        Not compared, {why}.
      </Check>
    )
  }
  const { file, share, sha256 } = checked
  if (!sha256) {
    return (
      <Check tone={sha256 === null ? 'red' : 'none'} name={name}>
        {sha256 === null
          ? `${file.name} could not be read. Choose it again.`
          : `Reading ${file.name}: ${Math.round(share * 100)} %`}
      </Check>
    )
  }
  const size = `${file.name}, ${count(file.size)} bytes`
  return (
    <Check tone={isAnother ? 'red' : 'done'} name={name}>
      {isAnother
        ? `${size}: not equal. The approved one has ${count(receipt.file.size)} bytes.`
        : `${size}: equal.`}
    </Check>
  )
}

function BeforeCheck({ number, previousHash }: receipts.Receipt) {
  const name = 'The receipt before it'
  return (
    <Check tone="none" name={number === 1 ? name : `${name}, number ${number - 1}`}>
      {number === 1 ? (
        'None. This is the first of its project.'
      ) : (
        <>
          Not checked. Its fingerprint must be <span className="mono">{previousHash}</span>.
        </>
      )}
    </Check>
  )
}

type Tone = 'done' | 'red' | 'none'

function Check({ tone, name, children }: { tone: Tone; name: string; children: ReactNode }) {
  return (
    <li data-tone={tone}>
      <Glyph tone={tone} />
      <div>
        <b>{name}</b>
        <p>{children}</p>
      </div>
    </li>
  )
}

function Glyph({ tone }: { tone: Tone }) {
  const ring = { cx: 8, cy: 8, r: 5.5, fill: 'none', stroke: 'currentColor', strokeWidth: 1.6 }
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      {tone === 'done' && (
        <path
          fill="currentColor"
          fillRule="evenodd"
          d="M8 1.7a6.3 6.3 0 1 1 0 12.6A6.3 6.3 0 0 1 8 1.7zm2.7 3.6L7 9 5.4 7.4l-1 1L7 11l4.7-4.7z"
        />
      )}
      {tone !== 'done' && <circle {...ring} />}
      {tone !== 'done' && (
        <path
          d={tone === 'red' ? 'M4.2 11.8 11.8 4.2' : 'M5.5 8h5'}
          stroke="currentColor"
          strokeWidth="1.6"
        />
      )}
    </svg>
  )
}

/** 2,204,871 */
const count = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',')
