import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/toast.ts'
import './factors.css'

/** Nothing but its button closes it, because the codes are shown once. */
export default function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`
  async function copy() {
    if (await copyText(Promise.resolve(text))) toast.success('Recovery codes copied')
    else toast.error('Your browser did not let us copy', 'Download or print them instead.')
  }
  return (
    <Dialog
      title="Your recovery codes"
      description="Each works once, in place of your app or passkey. They are shown only now, and earlier ones no longer work."
      className="print-alone"
    >
      <ul className="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="codes__acts">
        <Button size="sm" onClick={copy}>
          <Icon name="copy" small />
          Copy
        </Button>
        <a
          className="btn btn--secondary btn--sm"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="portico-recovery-codes.txt"
        >
          <Icon name="download" small />
          Download
        </a>
        <Button size="sm" className="codes__print" onClick={() => window.print()}>
          <Icon name="print" small />
          Print
        </Button>
      </div>
      <div className="actions">
        <Button look="primary" onClick={onClose}>
          I have kept them
        </Button>
      </div>
    </Dialog>
  )
}
