import { audit } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { ADA, MAYA, NOW } from './sample-data.ts'

export const auditExamples = [
  callExample(audit.list, {
    description:
      'A page can be short, or even empty, when a filter has to look far back. Follow the `Link` header as long as there is one.',
    errors: ['MANAGERS_ONLY'],
    request: { querystring: { target: MAYA.id, group: 'links' } },
    response: [
      {
        id: '01980f66-55d2-7a90-b3c8-61f0e9a4d217',
        at: NOW,
        actor: { type: 'freelancer', id: ADA.id, name: ADA.name },
        action: 'link.created',
        group: 'links',
        target: { kind: 'client', id: MAYA.id, name: `${MAYA.firstName} ${MAYA.lastName}` },
        device: 'Firefox on macOS',
        address: '203.0.113.7',
        details: {},
      },
    ],
  }),
  callExample(audit.exportCsv, {
    description:
      'One row for each entry, newest first. What a spreadsheet would read as a formula begins with an apostrophe.',
    errors: ['MANAGERS_ONLY'],
    request: { querystring: { from: '2026-11-01', to: '2026-11-30' } },
    response: undefined as unknown as Blob,
  }),
]
