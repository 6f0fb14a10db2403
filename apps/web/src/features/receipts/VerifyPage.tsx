import { paths } from '@portico/contract'
import { useState } from 'react'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { Brand } from '../../ui/Brand.tsx'
import { ThemeButton } from '../../ui/ThemeButton.tsx'
import { useFileDrop } from '../files/use-file-drop.ts'
import { CheckResult } from './CheckResult.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import { checkSignatures } from './check-signatures.ts'
import type { CheckedFile } from './checked-file.ts'
import type { CheckedReceipts } from './checked-receipts.ts'
import type { LaterReceipts } from './find-later-receipts.ts'
import { hashFile } from './hash-file.ts'
import { OwnCheck } from './OwnCheck.tsx'
import { type Chain, findAltered, readReceipts } from './read-receipts.ts'
import './VerifyPage.css'

export const meta = privatePageMeta('Check a receipt')

/** Checks receipts in the browser, which sends none of what they say. */
export default function VerifyPage() {
  const [checkedReceipts, setReceipts] = useState<CheckedReceipts>()
  const [refusal, setRefusal] = useState<string>()
  const [checked, setChecked] = useState<CheckedFile>()
  useFileDrop((files) => {
    for (const file of files) void (file.name.endsWith('.json') ? takeReceipt(file) : takeFile(file))
  })

  async function takeReceipt(file: File) {
    const chain = await file.text().then(readReceipts, () => undefined)
    setRefusal(chain ? undefined : `${file.name} is not a receipt, or a part of it is missing.`)
    if (chain) await checkChain(chain)
    else setReceipts(undefined)
  }

  async function checkChain(chain: Chain) {
    const altered = findAltered(chain)
    setReceipts({ chain, altered })
    if (altered) return
    const update = (part: Partial<CheckedReceipts>) =>
      setReceipts((latest) => (latest?.chain === chain ? { ...latest, ...part } : latest))
    update({ signatures: await checkSignatures(chain) })
    update({ later: await findLater(chain) })
  }

  async function takeFile(file: File) {
    setChecked({ file, share: 0 })
    const update = (part: Partial<CheckedFile>) =>
      setChecked((latest) => (latest?.file === file ? { ...latest, ...part } : latest))
    update({ sha256: await hashFile(file, (share) => update({ share })).catch(() => null) })
  }

  function startAgain() {
    setReceipts(undefined)
    setChecked(undefined)
    document.querySelector('h1')?.focus()
  }

  return (
    <>
      <header className="pagebar">
        <Brand to={paths.welcome} />
        <ThemeButton bare />
      </header>
      <main className="narrow verify" id="main" tabIndex={-1}>
        <h1 tabIndex={-1}>Check a receipt</h1>
        <p>
          A receipt says who approved which file, and when. Here you see whether this portal wrote it, and
          whether it still says what it said on that day. Your files stay in this browser.
        </p>
        {checkedReceipts ? (
          <CheckResult
            receipts={checkedReceipts}
            checked={checked}
            onFile={takeFile}
            onRetry={() => checkChain(checkedReceipts.chain)}
            onRestart={startAgain}
          />
        ) : (
          <Choose refusal={refusal} checked={checked} onReceipt={takeReceipt} onFile={takeFile} />
        )}
      </main>
    </>
  )
}

/** Loaded on demand, because it brings the API of the whole product. */
async function findLater(chain: Chain): Promise<LaterReceipts> {
  try {
    const { findLaterReceipts } = await import('./find-later-receipts.ts')
    return await findLaterReceipts(chain)
  } catch {
    return { state: 'unknown' }
  }
}

interface ChooseProps {
  refusal: string | undefined
  checked: CheckedFile | undefined
  onReceipt: (file: File) => void
  onFile: (file: File) => void
}

function Choose({ refusal, checked, onReceipt, onFile }: ChooseProps) {
  return (
    <div className="verify__parts">
      <ChooseFile
        label="The receipt"
        invitation="Drop the receipt here. Its name ends in .json."
        button="Choose receipt"
        accept=".json,application/json"
        error={refusal}
        onChoose={onReceipt}
      />
      <ChooseFile
        label="The approved file"
        optional
        invitation={checked?.file.name ?? 'Drop it as well to see whether it is the very file.'}
        button="Choose file"
        onChoose={onFile}
      />
      <OwnCheck />
    </div>
  )
}
