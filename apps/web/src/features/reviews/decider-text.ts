import { firstNameOf } from '../projects/turn-text.ts'

/** Who of the client decided: You, or a first name. */
export const deciderText = ({ decidedBy }: { decidedBy: string }, ownName: string) =>
  decidedBy === ownName ? 'You' : firstNameOf(decidedBy)
