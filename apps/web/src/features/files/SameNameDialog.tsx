import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FileName } from './FileName.tsx'
import type { SameName } from './same-names.ts'

const MAX_NAMES = 5

interface Props {
  sameNames: readonly SameName[]
  onAddVersions: () => void
  onKeepBoth: () => void
  /** Called when the files are not added. */
  onClose: () => void
}

/** Asks once about all chosen files whose names are in the project already. */
export default function SameNameDialog({ sameNames, onAddVersions, onKeepBoth, onClose }: Props) {
  const rest = sameNames.length - MAX_NAMES
  const hasVersions = sameNames.some(({ versionOf }) => versionOf !== undefined)
  return (
    <ConfirmDialog
      {...(hasVersions ? askAboutVersions(sameNames) : askAboutNames(sameNames))}
      loss={
        sameNames.length > 1 && (
          <>
            {sameNames.slice(0, MAX_NAMES).map(({ renamed, name }) => (
              <FileName key={renamed.name} name={name} />
            ))}
            {rest > 0 && `and ${rest} more`}
          </>
        )
      }
      keep="Skip"
      instead={hasVersions ? { label: 'Keep both', busy: false, onChoose: onKeepBoth } : undefined}
      look="primary"
      onConfirm={hasVersions ? onAddVersions : onKeepBoth}
      onClose={onClose}
    />
  )
}

function askAboutVersions(sameNames: readonly SameName[]) {
  const [first] = sameNames
  const replacesReview = sameNames.some(({ isInReview }) => isInReview)
  if (sameNames.length === 1)
    return {
      heading: 'Is this a new version?',
      question: `${first?.name} is in this project already. A new version takes its place${replacesReview ? ' and replaces its open review' : ''}, and the earlier one can still be opened. If you keep both, the new file is called ${first?.renamed.name}.`,
      confirm: 'Add new version',
    }
  return {
    heading: 'Are these new versions?',
    question: `${sameNames.length} files of these names are in this project already. New versions take their places${replacesReview ? ' and replace open reviews' : ''}, and the earlier ones can still be opened. If you keep both, the new files get a number.`,
    confirm: 'Add new versions',
  }
}

/** The others are still being uploaded. */
function askAboutNames(sameNames: readonly SameName[]) {
  const [first] = sameNames
  if (sameNames.length === 1)
    return {
      heading: 'Same name',
      question: `${first?.name} is being uploaded already. The new one would be called ${first?.renamed.name}.`,
      confirm: 'Upload anyway',
    }
  return {
    heading: 'Same names',
    question: `${sameNames.length} files of these names are being uploaded already. The new ones would get a number.`,
    confirm: 'Upload anyway',
  }
}
