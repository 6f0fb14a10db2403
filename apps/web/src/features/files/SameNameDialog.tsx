import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FileName } from './FileName.tsx'
import type { SameName } from './same-names.ts'

const MAX_NAMES = 5

interface Props {
  sameNames: readonly SameName[]
  onUpload: () => void
  onSkip: () => void
}

/** Asks once about all chosen files whose names are in the project already. */
export function SameNameDialog({ sameNames, onUpload, onSkip }: Props) {
  const [first] = sameNames
  const isOne = sameNames.length === 1
  const rest = sameNames.length - MAX_NAMES
  return (
    <ConfirmDialog
      heading={isOne ? 'Same name' : 'Same names'}
      question={
        isOne
          ? `A file of this name is there already. The new one would be called ${first?.renamed.name}.`
          : `${sameNames.length} files of these names are there already. The new ones would get a number.`
      }
      loss={
        <>
          {sameNames.slice(0, MAX_NAMES).map(({ renamed, name }) => (
            <FileName key={renamed.name} name={name} />
          ))}
          {rest > 0 && `and ${rest} more`}
        </>
      }
      keep="Skip"
      confirm="Upload anyway"
      look="primary"
      onConfirm={onUpload}
      onClose={onSkip}
    />
  )
}
