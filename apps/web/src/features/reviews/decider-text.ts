import { isSignedIn } from '../../app/session.ts'
import { firstNameOf } from '../projects/turn-text.ts'

/** Who of the client decided: You, or a first name. */
/** Who of the team: You, or a first name. */
export const memberText = ({ id, name }: { id: string; name: string }) =>
  isSignedIn('freelancer', id) ? 'You' : firstNameOf(name)

export const deciderText = ({ decidedBy }: { decidedBy: string }, ownName: string) =>
  decidedBy === ownName ? 'You' : firstNameOf(decidedBy)
