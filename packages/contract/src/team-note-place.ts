import * as Type from 'typebox'
import { Id } from './common.ts'

/** What a team note is about: one of these. Those about a file are about all of its versions. */
export const teamNotePlace = {
  client: Type.Optional(Id),
  project: Type.Optional(Id),
  file: Type.Optional(Id),
}
