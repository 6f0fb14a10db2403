import type { receipts } from '@portico/contract'
import { hashReceipt } from '@portico/contract/receipt-hash'
import type { ReactNode } from 'react'
import { formatDate } from '../../ui/dates.ts'
import { CheckGlyph, type CheckTone } from './CheckGlyph.tsx'
import type { SignatureCheck as SignatureResult } from './check-signatures.ts'
import type { CheckedFile } from './checked-file.ts'
import type { LaterReceipts } from './find-later-receipts.ts'

export function ReceiptCheck({ altered, count }: { altered: receipts.Receipt | undefined; count: number }) {
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

export function SignatureCheck({ result, count }: { result: SignatureResult; count: number }) {
  const name = count > 1 ? 'Signatures of the receipts' : 'Signature of the receipt'
  const { host } = window.location
  const tone = result.state === 'signed' ? 'done' : result.state === 'altered' ? 'red' : 'none'
  return (
    <Check tone={tone} name={name}>
      {signatureText(result, count, host)}
    </Check>
  )
}

function signatureText(result: SignatureResult, count: number, host: string) {
  if (result.state === 'signed') return `Made by ${host}.`
  if (result.state === 'altered')
    return 'Not of what it says. It was taken from another receipt, or something was changed.'
  if (result.state === 'unsigned') {
    const subject = count > 1 ? `Receipt ${result.receipt.number} has` : 'It has'
    return result.receipt.signature ? `${subject} one, but not of ${host}.` : `${subject} none.`
  }
  return 'Not checked.'
}

/** What comes after the last receipt. Only somebody signed in who reaches the project learns it. */
export function LaterCheck({ later }: { later: LaterReceipts }) {
  const name = 'The receipts after it'
  if (later.state !== 'some') {
    return (
      <Check tone={later.state === 'none' ? 'done' : 'none'} name={name}>
        {later.state === 'none'
          ? 'None. It is the newest of its project.'
          : 'Not checked. Log in to the portal as somebody who sees the project, and check again here.'}
      </Check>
    )
  }
  const { last, newest, withdrawal } = later
  return (
    <Check tone="red" name={name}>
      {withdrawal
        ? `Receipt ${withdrawal.number} takes this approval back.`
        : `The project has ${newest.number} receipts, and number ${last.number} is the last one here. A later one can take an approval back.`}
    </Check>
  )
}

interface FileCheckProps {
  receipt: receipts.Receipt
  isAltered: boolean
  checked: CheckedFile | undefined
  isAnother: boolean
}

export function FileCheck({ receipt, isAltered, checked, isAnother }: FileCheckProps) {
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
  const size = `${file.name}, ${formatCount(file.size)} bytes`
  return (
    <Check tone={isAnother ? 'red' : 'done'} name={name}>
      {isAnother
        ? `${size}: not equal. The approved one has ${formatCount(receipt.file.size)} bytes.`
        : `${size}: equal.`}
    </Check>
  )
}

export function BeforeCheck({ number, previousHash }: receipts.Receipt) {
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

function Check({ tone, name, children }: { tone: CheckTone; name: string; children: ReactNode }) {
  return (
    <li data-tone={tone}>
      <CheckGlyph tone={tone} />
      <div>
        <b>{name}</b>
        <p>{children}</p>
      </div>
    </li>
  )
}

/** 2,204,871 */
const formatCount = (value: number) => value.toLocaleString('en-GB')
