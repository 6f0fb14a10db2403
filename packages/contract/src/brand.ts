import * as Type from 'typebox'
import { Email, Id, Name, nullable } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Of the file that is chosen. What clients load is drawn from it, and far smaller. */
export const MAX_LOGO_BYTES = 2 * 1_024 * 1_024

export const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })

export type Logo = Type.Static<typeof Logo>
export const Logo = Type.Object({
  /** A PNG without a session, from the root of the server. */
  path: Type.String(),
  /** Of the picture; it is shown at half of it or smaller. */
  width: Type.Integer(),
  height: Type.Integer(),
  /** In which theme it would not be seen on the page, and so stands on a ground of its own. */
  plate: nullable(Type.Enum(['light', 'dark'])),
})

/** What clients see of the brand. */
export type ShownBrand = Type.Static<typeof ShownBrand>
export const ShownBrand = Type.Object({
  workspaceId: Id,
  /** Changes with the brand. */
  version: Type.Integer(),
  name: Type.String(),
  colour: nullable(Type.String()),
  logo: nullable(Logo),
  /** A style sheet with the shades of the colour; empty without one. */
  css: Type.String(),
  showMadeWith: Type.Boolean(),
})

export type Brand = Type.Static<typeof Brand>
export const Brand = Type.Object({
  workspaceId: Id,
  /** The name of the workspace; null: clients see the name of the member who answers for them. */
  name: nullable(Type.String()),
  colour: nullable(Type.String()),
  logo: nullable(Logo),
  replyTo: nullable(Type.String()),
  showMadeWith: Type.Boolean(),
  /** Whether the plan shows the logo and the colour to clients. They are stored either way. */
  isInPlan: Type.Boolean(),
  mayHideMadeWith: Type.Boolean(),
})

export const get = endpoint({
  method: 'GET',
  url: '/workspace/brand',
  config: { access: 'freelancer' },
  schema: { summary: 'How clients see the workspace', response: { 200: Brand } },
})

export type BrandChange = Type.Static<typeof BrandChange>
export const BrandChange = Type.Object(
  {
    name: Type.Optional(nullable(Name)),
    colour: Type.Optional(nullable(Colour)),
    /** A PNG, JPEG, WebP or SVG in base64. */
    logo: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: Math.ceil(MAX_LOGO_BYTES / 3) * 4,
          pattern: '^[A-Za-z0-9+/]+={0,2}$',
        }),
      ),
    ),
    replyTo: Type.Optional(nullable(Email)),
    showMadeWith: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false, minProperties: 1 },
)

export const change = endpoint({
  method: 'PUT',
  url: '/workspace/brand',
  config: { access: 'freelancer', whenBlank: 'Please enter a name.' },
  schema: {
    summary: 'Change the name, logo or colour under which clients meet the workspace',
    body: BrandChange,
    response: { 200: Brand },
  },
})
