import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import type { FormPart } from '../../platform/http/multipart-form.ts'
import { requireWritableProject } from '../projects/projects.service.ts'
import { requireAnswerableRequest } from './answerable-request.ts'
import { requireSectionOfProject } from './chosen-section.ts'
import { getHistoryId } from './files.service.ts'
import { parseStaged } from './staged-files.service.ts'
import { findRepeated, isId, parseClientUploadId } from './uploads.service.ts'

const LABELS = {
  projectId: 'Project id',
  versionOf: 'The id of the file to replace',
  requestId: 'The id of the request',
  sectionId: 'The id of the section',
}
type IdField = keyof typeof LABELS
const CLIENT_UPLOAD_ID = 'clientUploadId'
const STAGED = 'staged'

/**
 * The fields of a form that say what its file belongs to: a project and, if sent, the file of which it is a new version, the
 * request that it answers, and the section for it. `clientUploadId` tells a repeat from a second file; `staged` says that it is sent
 * later.
 */
export function createFormTarget(ctx: AppContext, actor: Actor) {
  const ids: Partial<Record<IdField, string>> = {}
  let historyId: string | null = null
  let isRequestChecked = false
  let isSectionChecked = false
  let clientUploadId: string | undefined
  let staged: string | undefined

  return {
    add(part: FormPart) {
      const { name } = part
      if (name === CLIENT_UPLOAD_ID && part.kind === 'field') {
        if (clientUploadId !== undefined)
          throw invalidInput(name, 'The id of the upload can be sent only once.')
        clientUploadId = parseClientUploadId(part.value)
        return
      }
      if (name === STAGED && part.kind === 'field' && actor.side === 'client') {
        if (staged !== undefined) throw invalidInput(name, 'Whether it is sent later can be said only once.')
        staged = part.value
        return
      }
      if (!isIdField(name, actor) || part.kind !== 'field') throw unknownField(name)
      if (ids[name] !== undefined) throw invalidInput(name, `${LABELS[name]} can be sent only once.`)
      if (!isId(part.value)) throw invalidInput(name, `${LABELS[name]} is not valid.`)
      ids[name] = part.value
    },

    /** Whether it has to be checked at once, because it may be gone before all bytes have arrived. */
    namesSection: () => ids.sectionId !== undefined && !isSectionChecked,

    /** Throws if the actor cannot reach the things that were named so far. */
    async check() {
      const { projectId, versionOf, requestId, sectionId } = ids
      if (projectId === undefined) return
      await requireWritableProject(ctx, actor, projectId)
      if (requestId !== undefined) {
        await requireAnswerableRequest(ctx, actor, { projectId, requestId })
        isRequestChecked = true
      }
      if (sectionId !== undefined) {
        await requireSectionOfProject(ctx, actor, { projectId, sectionId })
        isSectionChecked = true
      }
      if (versionOf !== undefined)
        historyId = await getHistoryId(ctx, actor, { projectId, fileId: versionOf })
    },

    /**
     * A request that was open at the check may be accepted or deleted by now, and a section deleted. Then the file is stored all the
     * same, so that nothing is lost.
     */
    async find() {
      const { projectId, versionOf, requestId = null, sectionId = null } = ids
      const isStaged = parseStaged(staged, { actor, requestId, versionOf })
      if (projectId === undefined) throw invalidInput('projectId', `${LABELS.projectId} is required.`)
      if (versionOf) historyId ??= await getHistoryId(ctx, actor, { projectId, fileId: versionOf })
      if (requestId && !isRequestChecked) await requireAnswerableRequest(ctx, actor, { projectId, requestId })
      if (sectionId && !isSectionChecked) await requireSectionOfProject(ctx, actor, { projectId, sectionId })
      return { projectId, historyId, requestId, sectionId, clientUploadId: clientUploadId ?? null, isStaged }
    },

    /** What an earlier attempt stored. */
    findRepeated: (sha256: Buffer | undefined) =>
      findRepeated(ctx, actor, { projectId: ids.projectId, clientUploadId }, sha256),
  }
}

/** Only a client answers requests, and what clients give stands by itself until the freelancer moves it to a section. */
const isIdField = (name: string, { side }: Actor): name is IdField =>
  Object.hasOwn(LABELS, name) &&
  (!Object.hasOwn(sideOf, name) || sideOf[name as keyof typeof sideOf] === side)
const sideOf = { requestId: 'client', sectionId: 'freelancer' }

function unknownField(name: string) {
  const short = name.slice(0, 60)
  return invalidInput(short, `${short} is not a known field.`)
}
