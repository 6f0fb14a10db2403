import { requests } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { type ClipboardEvent, type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useDraft } from '../../app/draft.ts'
import { formErrorText } from '../../app/form-errors.ts'
import { useRestorableOpen } from '../../app/use-restorable-open.ts'
import { Button } from '../../ui/Button.tsx'
import { formatCounts } from '../../ui/count-text.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { AddLine } from './AddLine.tsx'
import { addRequests } from './change-requests.queries.ts'
import {
  changeLine,
  isFilled,
  type NewLine,
  pasteLines,
  toNewRequest,
  withEmptyLast,
  withoutLines,
} from './new-lines.ts'
import { splitPastedList } from './paste-list.ts'

const CopyRequestsDialog = lazyDialog(() => import('./CopyRequestsDialog.tsx'))

interface Props {
  projectId: string
  /** The number of requests that the project has. */
  count: number
}

/** A form with a row for each request. Enter adds the next row, and each line of a pasted list becomes a row. */
export function AddRequests({ projectId, count }: Props) {
  const { draft, change } = useDraft<{ lines: NewLine[] }>(`requests.${projectId}`, { lines: [] })
  const { mutateAsync, isPending, error, reset } = useMutation(addRequests(projectId))
  const [status, setStatus] = useState('')
  const copy = useRestorableOpen('copy-requests')
  const list = useRef<HTMLUListElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const lines = withEmptyLast(draft.lines)
  const filled = lines.filter(isFilled)
  const room = requests.MAX_REQUESTS - count
  const problem = formErrorText(error, [], 'Failed to add requests')

  function setLines(next: NewLine[]) {
    reset()
    change({ lines: next })
  }

  const focusLine = (index: number) =>
    list.current?.querySelectorAll<HTMLInputElement>('input[name="title"]')[index]?.focus()

  function onEnter(event: KeyboardEvent, index: number) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (event.ctrlKey || event.metaKey) void submit()
    else if (index < lines.length - 1) focusLine(index + 1)
    else button.current?.focus()
  }

  function onPaste(event: ClipboardEvent, line: NewLine) {
    const pasted = splitPastedList(event.clipboardData.getData('text/plain'))
    if (pasted.length < 2) return
    event.preventDefault()
    const next = withEmptyLast(pasteLines(lines, line.key, pasted))
    flushSync(() => setLines(next))
    setStatus(`${pasted.length} lines pasted.`)
    focusLine(next.length - 1)
  }

  function remove(line: NewLine, index: number) {
    flushSync(() => setLines(withoutLines(lines, [line])))
    focusLine(Math.min(index, lines.length - 2))
  }

  /**
   * Sends as many as fit into one call at a time. If a later call fails, the rows that were added are already gone
   * from the form.
   */
  async function submit() {
    if (isPending || filled.length === 0 || filled.length > room) return
    try {
      for (let start = 0; start < filled.length; start += requests.MAX_BATCH_SIZE) {
        const batch = filled.slice(start, start + requests.MAX_BATCH_SIZE)
        await mutateAsync(batch.map(toNewRequest))
        flushSync(() => change((latest) => ({ lines: withoutLines(latest.lines, batch) })))
      }
    } catch {
      // Shown above the button.
      return
    }
    toast.success(`${countText(filled.length)} added`)
    focusLine(0)
  }

  return (
    <section>
      <form
        method="post"
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="section__head">
          <h2>Add requests</h2>
          <Button look="quiet" size="sm" className="requests-page__copy" onClick={() => copy.open()}>
            Copy from another project
          </Button>
        </div>
        <p className="vh" role="status">
          {status}
        </p>
        <ul ref={list} className="new-requests">
          {lines.map((line, index) => (
            <AddLine
              key={line.key}
              line={line}
              hasLabels={index === 0}
              isLast={index === lines.length - 1}
              onChange={(part) => setLines(changeLine(lines, line.key, part))}
              onKeyDown={(event) => onEnter(event, index)}
              onPaste={(event) => onPaste(event, line)}
              onRemove={() => remove(line, index)}
            />
          ))}
        </ul>
        {filled.length > room && (
          <Notice danger>
            A project has at most {requests.MAX_REQUESTS} requests.{' '}
            {room > 0 ? `There is room for ${room} more.` : 'Delete some to add others.'}
          </Notice>
        )}
        {problem && <Notice danger>{problem}</Notice>}
        <div className="new-requests__foot">
          <p className="hint">Press Enter for the next line. A pasted list becomes one line each.</p>
          <Button
            ref={button}
            type="submit"
            look="primary"
            disabled={filled.length === 0 || filled.length > room}
            busy={isPending}
            busyLabel="Adding..."
          >
            Add {countText(filled.length)}
          </Button>
        </div>
      </form>
      {copy.isOpen && <CopyRequestsDialog projectId={projectId} onClose={copy.close} />}
    </section>
  )
}

const countText = (count: number) => formatCounts([[count, 'request', 'requests']]) || 'requests'
