import type { brand } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { Switch } from '../../ui/Switch.tsx'
import { changeMadeWith } from './brand.queries.ts'

export function MadeWith({ brand: { showMadeWith, mayHideMadeWith } }: { brand: brand.Brand }) {
  const change = useMutation(changeMadeWith)
  const isOn = change.isPending ? (change.variables?.showMadeWith ?? showMadeWith) : showMadeWith
  return (
    <Switch
      label="“Runs on Portico” at the foot"
      hint={mayHideMadeWith ? 'Small, under the menu of your clients.' : 'Larger plans can leave it out.'}
      isOn={isOn || !mayHideMadeWith}
      disabled={!mayHideMadeWith}
      busy={change.isPending}
      onChange={(showMadeWith) => change.mutate({ showMadeWith })}
    />
  )
}
