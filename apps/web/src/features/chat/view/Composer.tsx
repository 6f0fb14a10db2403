import { isBlank, plural } from '@portico/contract'
import { useQueryClient } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type MouseEvent,
  type SubmitEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useDraft } from '../../../app/draft.ts'
import { failureMessage } from '../../../app/failure-message.ts'
import { findMissingCodeError } from '../../../app/missing-code.ts'
import { runWhenIdle } from '../../../app/run-when-idle.ts'
import { type Area, isPreview } from '../../../app/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { FilePicker } from '../../../ui/FilePicker.tsx'
import { toast } from '../../../ui/toast.ts'
import { FileIcon } from '../../files/FileIcon.tsx'
import { formatFileSize } from '../../files/file-size.ts'
import { uploadLimits } from '../../files/files.queries.ts'
import { showDropProblem } from '../../files/show-drop-problem.ts'
import { useFileDrop } from '../../files/use-file-drop.ts'
import { loadUploads } from '../connection/attachments.ts'
import type { Conversation } from '../conversation.ts'
import { AttachedFiles, limitFiles } from './AttachedFiles.tsx'
import { forgottenText, useAttachedFiles } from './attached-files.ts'
import { findLastProject, useTargetProject } from './use-target-project.ts'
import { useTypingNotifications } from './use-typing-notifications.ts'
import '../../../ui/Field.css'
import './composer.css'

const MAX_LENGTH = 10_000

interface Props {
  area: Area
  peerId: string
  draftName: string
  conversation: Conversation | undefined
}

const EMPTY = { text: '', files: [] as string[] }

/**
 * The message input. Enter sends, Shift-Enter starts a new line; the typed text survives a reload. Files are dropped anywhere on the
 * page, pasted or chosen.
 */
export function Composer({ area, peerId, draftName, conversation }: Props) {
  const { draft, change, clearDraft } = useDraft(draftName, EMPTY)
  const { files, change: changeFiles } = useAttachedFiles(draftName)
  const [lastProjectId, setLastProjectId] = useState<string>()
  const target = useTargetProject({ area, peerId, lastProjectId, isNeeded: files.length > 0 })
  const queryClient = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const dragged = useFileDrop(take)
  const input = useRef<HTMLTextAreaElement>(null)
  const typing = useTypingNotifications(conversation)
  const surplus = countSurplus(draft.text)
  useAutoHeight(input, draft.text)
  // Loaded ahead, so that files are attached without a network too.
  useEffect(() => runWhenIdle(() => void loadUploads().catch(() => {})), [])

  const canSend = surplus === 0 && (files.length === 0 || target.project !== undefined)
  const forgotten = files.length === 0 ? forgottenText(draft.files) : undefined

  function send() {
    if (!canSend || !conversation) return
    const { text } = draft
    const isSent =
      files.length > 0 && target.project
        ? conversation.send(text, { files, projectId: target.project.id })
        : conversation.send(text)
    if (!isSent) return
    change(EMPTY)
    clearDraft()
    changeFiles([])
    typing.handleSent()
    input.current?.focus()
  }

  function take(dropped: File[], folders = 0) {
    if (isPreview()) return void toast.info('Files cannot be added in the preview.')
    showDropProblem(dropped, folders)
    if (dropped.length > 0) void attach(dropped)
  }

  /** What the server would refuse is not attached. */
  async function attach(chosen: File[]) {
    const [limits, error] = await Promise.all([
      queryClient.fetchQuery(uploadLimits).catch(() => undefined),
      loadUploads().then(() => undefined, findMissingCodeError),
    ])
    if (error) return void toast.error(...failureMessage(error, { failure: 'Nothing was attached' }))
    const maxBytes = limits?.maxUploadBytes ?? Number.POSITIVE_INFINITY
    for (const { name, size } of chosen) {
      if (size === 0) toast.error(`${name} is empty`, 'Open it on your device once, and choose it again.')
      if (size > maxBytes) toast.error(`${name} is larger than ${formatFileSize(maxBytes)}`)
    }
    const sendable = chosen.filter(({ size }) => size > 0 && size <= maxBytes)
    const { taken, problem } = limitFiles([...files, ...sendable])
    if (problem) toast.error(problem, 'Send these first.')
    if (conversation) setLastProjectId(findLastProject(conversation.getState().thread))
    changeTo(taken)
    input.current?.focus()
  }

  function changeTo(changed: readonly File[]) {
    changeFiles(changed)
    change({ files: changed.map(({ name }) => name) })
  }

  function handleKeyDown(event: KeyboardEvent) {
    // While an input method composes a word, Enter confirms it. Safari reports that as key code 229.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className="composer"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        send()
      }}
    >
      {dragged && (
        <div className="composer__drop">
          Let go to attach {dragged.count === 0 ? 'them' : plural(dragged.count, 'file')}
        </div>
      )}
      {files.length > 0 && (
        <AttachedFiles
          files={files}
          target={target}
          onRemove={(file) => {
            changeTo(files.filter((one) => one !== file))
            input.current?.focus()
          }}
        />
      )}
      {forgotten && (
        <p className="composer__fault" role="status">
          {forgotten}{' '}
          <button type="button" className="link" onClick={() => change({ files: [] })}>
            Dismiss
          </button>
        </p>
      )}
      <Button
        look="quiet"
        className="btn--icon composer__attach"
        title="Attach files"
        aria-label="Attach files"
        onMouseDown={keepFocus}
        onClick={() => picker.current?.click()}
      >
        <FileIcon name="clip" />
      </Button>
      <FilePicker ref={picker} multiple onFiles={(chosen) => void attach(chosen)} />
      <textarea
        ref={input}
        className="input"
        rows={1}
        dir="auto"
        aria-label="Message"
        placeholder="Type a message..."
        enterKeyHint="send"
        value={draft.text}
        aria-describedby={surplus > 0 ? 'message-too-long' : undefined}
        aria-invalid={surplus > 0 || undefined}
        onChange={({ target }) => {
          change({ text: target.value })
          typing.handleInput(!isBlank(target.value))
        }}
        onKeyDown={handleKeyDown}
      />
      <button type="submit" className="btn btn--primary" disabled={!canSend} onMouseDown={keepFocus}>
        Send
      </button>
      {surplus > 0 && (
        <p className="composer__fault" id="message-too-long" role="status">
          {surplus.toLocaleString('en-GB')} characters too long.
        </p>
      )}
    </form>
  )
}

/**
 * On a phone the bar at the foot leaves while something in the composer has the focus: a button that took it would move away
 * before the finger is lifted.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Fits the height to the text, up to the `max-height` of the styles. */
function useAutoHeight(input: { current: HTMLTextAreaElement | null }, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    if (!input.current) return
    input.current.style.height = 'auto'
    const { scrollHeight, offsetHeight, clientHeight } = input.current
    input.current.style.height = `${scrollHeight + offsetHeight - clientHeight}px`
  }, [text])
}

/** Counts code points as the server does: an emoji is one character. */
function countSurplus(text: string) {
  return text.length > MAX_LENGTH ? Math.max(0, [...text.trim().normalize('NFC')].length - MAX_LENGTH) : 0
}
