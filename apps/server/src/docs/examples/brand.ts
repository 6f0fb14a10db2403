import { brand } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { ADA } from './sample-data.ts'

const nothingChosen: brand.Brand = {
  workspaceId: ADA.id,
  name: ADA.company,
  colour: null,
  logo: null,
  replyTo: null,
  showMadeWith: true,
  isInPlan: true,
  mayHideMadeWith: true,
}

export const brandExamples = [
  callExample(brand.get, { response: nothingChosen }),
  callExample(brand.change, {
    description:
      'For the owner and admins. A field that is left out stays as it is, `null` takes it away. The logo is a PNG, JPEG, WebP or SVG of at most 2 MB in base64; it is drawn again by the server, and only that is kept.',
    request: { body: { colour: '#0A66C2', replyTo: 'hello@marsh.example' } },
    response: { ...nothingChosen, colour: '#0a66c2', replyTo: 'hello@marsh.example' },
    errors: ['MANAGERS_ONLY'],
  }),
]
