import { type activity, eventPlaces } from '@portico/contract'
import { thingsOnScreen } from '../../app/on-screen.ts'

/** Whether the place of an event is on screen. */
export function isOnScreen({ kind, subject, projectId }: activity.Event) {
  const places: readonly string[] = eventPlaces[kind]
  return thingsOnScreen().some((thing) => {
    if ('teamNotes' in thing) return 'about' in subject && thing.ids.includes(subject.about.id)
    if ('place' in thing) return thing.projectId === projectId && places.includes(thing.place)
    return 'fileId' in thing && 'fileId' in subject && thing.versionIds.includes(subject.fileId ?? '')
  })
}
