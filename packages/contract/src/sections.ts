import * as Type from 'typebox'
import { Id, nullable, StrictObject, Title } from './common.ts'
import { endpoint } from './endpoint.ts'

export const MAX_SECTIONS = 50
/** As many as a page of a list can have. */
export const MAX_MOVED_FILES = 200

export type Section = Type.Static<typeof Section>
export const Section = Type.Object({
  id: Id,
  name: Type.String(),
  /** How many are in it. */
  files: Type.Integer(),
})

const NAME_MISSING = 'Please enter a name for the section.'

export const add = endpoint({
  method: 'POST',
  url: '/files/project/:id/sections',
  config: { access: 'freelancer', whenBlank: NAME_MISSING },
  schema: {
    summary: 'Add a section for files of a project, after the others',
    params: Type.Object({ id: Id }),
    body: StrictObject({ name: Title }),
    response: { 201: Section },
  },
})

export const change = endpoint({
  method: 'PUT',
  url: '/sections/:id',
  config: { access: 'freelancer', whenBlank: NAME_MISSING },
  schema: {
    summary: 'Rename a section, or give it another place',
    params: Type.Object({ id: Id }),
    body: Type.Object(
      {
        name: Type.Optional(Title),
        position: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_SECTIONS })),
        /** What the name was when it was read. The change is refused if somebody else has changed it since. */
        was: Type.Optional(StrictObject({ name: Type.Optional(Title) })),
      },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: { 200: Section },
  },
})

export const remove = endpoint({
  method: 'DELETE',
  url: '/sections/:id',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Delete a section. Its files stay, in none',
    params: Type.Object({ id: Id }),
    response: { 204: Type.Null() },
  },
})

export const move = endpoint({
  method: 'PUT',
  url: '/files/project/:id/section',
  config: { access: 'freelancer', whenBlank: 'Please choose files and a section.' },
  schema: {
    summary: 'Move files of a project to a section, or to none, with all their versions',
    params: Type.Object({ id: Id }),
    body: StrictObject({
      fileIds: Type.Array(Id, { minItems: 1, maxItems: MAX_MOVED_FILES }),
      sectionId: nullable(Id),
    }),
    response: { 200: Type.Object({ moved: Type.Integer() }) },
  },
})
