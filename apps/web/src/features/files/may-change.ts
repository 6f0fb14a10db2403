import type { files } from '@portico/contract'
import { areaOnScreen, isSignedIn } from '../../app/session.ts'

/** The freelancer may rename and delete a file, and so may its uploader; a client also what a guest gave. */
export function mayChange({ uploaderId }: Pick<files.File, 'uploaderId'>) {
  return areaOnScreen() === 'freelancer' || uploaderId === null || isSignedIn('client', uploaderId)
}
