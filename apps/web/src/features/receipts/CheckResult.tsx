import type { receipts } from '@portico/contract'
import { hashReceipt } from '@portico/contract/receipt-hash'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { formatInstant } from '../../ui/dates.ts'
import { Fact } from '../../ui/Fact.tsx'
import { CheckGlyph } from './CheckGlyph.tsx'
import { BeforeCheck, FileCheck, ReceiptCheck } from './Checks.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import type { CheckedFile } from './checked-file.ts'
import { type Chain, findAltered } from './read-receipts.ts'

interface Props {
  chain: Chain
  checked: CheckedFile | undefined
  onFile: (file: File) => void
  onRestart: () => void
}

export function CheckResult({ chain, checked, onFile, onRestart }: Props) {
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
      {!altered && <Contents {...receipt} />}
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
        <Button onClick={onRestart}>Check another</Button>
      </div>
    </div>
  )
}

function Sentence({ failed, word, children }: { failed?: boolean; word: string; children: ReactNode }) {
  return (
    <div className="check-result" data-tone={failed ? 'red' : 'done'} role={failed ? 'alert' : 'status'}>
      <CheckGlyph tone={failed ? 'red' : 'done'} />
      <div>
        <h2>{word}</h2>
        <p>{children}</p>
      </div>
    </div>
  )
}

function Contents({ decision, file, client, decidedAt, project, hash }: receipts.Receipt) {
  return (
    <dl className="kv">
      <Fact name={decision === 'approved' ? 'Approved' : 'Approval taken back'}>
        {file.name}, version {file.version}
      </Fact>
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
