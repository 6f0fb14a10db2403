import { join } from 'node:path'
import { Readable } from 'node:stream'
import { invalidInput } from '../../platform/http/errors.ts'
import { runPictureProcess } from '../../platform/pictures/run-picture-process.ts'
import { createTurns } from '../../platform/process/turns.ts'
import { type DrawnLogo, type LogoFault, MAX_LOGO_RATIO, MIN_LOGO_SIDE_PX, splitLogo } from './drawn-logo.ts'

const SCRIPT = join(import.meta.dirname, 'draw-logo.process.ts')
/** A logo takes a tenth of a second. */
const MAX_CPU_SECONDS = 3

const turns = createTurns({ total: 1, perKey: 1, maxWaitMs: 20_000 })

/** Only what the server has drawn is stored, so that nothing else in the file reaches anybody. */
export async function drawLogo(workspaceId: string, bytes: Buffer): Promise<DrawnLogo> {
  if (!isPictureOrSvg(bytes)) throw invalidInput('logo', NO_LOGO)
  await turns.take(workspaceId)
  try {
    const answer = await runPictureProcess(SCRIPT, Readable.from([bytes]), MAX_CPU_SECONDS)
    if (!answer) throw invalidInput('logo', NO_LOGO)
    const drawn = splitLogo(answer)
    if ('fault' in drawn) throw invalidInput('logo', FAULTS[drawn.fault])
    return drawn
  } finally {
    turns.end(workspaceId)
  }
}

const NO_LOGO = 'This is no PNG, JPEG, WebP or SVG that can be opened.'
const FAULTS: Record<LogoFault, string> = {
  animated: 'A logo stands still: please choose a picture without animation.',
  small: `The picture is too small: each side needs ${MIN_LOGO_SIDE_PX} pixels or more.`,
  long: `The picture is too long and thin: one side can be at most ${MAX_LOGO_RATIO} times the other.`,
  empty: 'There is nothing to be seen in this picture.',
}

/** The first bytes decide, not a name. An SVG that declares entities could grow without end. */
function isPictureOrSvg(bytes: Buffer) {
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('\x89PNG') || head.startsWith('\xff\xd8\xff') || /^RIFF.{4}WEBP/s.test(head))
    return true
  const text = bytes.toString('utf8')
  return /^\uFEFF?\s*(?:<\?xml|<!--|<!DOCTYPE svg|<svg)/i.test(text) && !/<!ENTITY/i.test(text)
}
