import { sections } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { LOGO, MENU, SECTION } from './sample-data.ts'

export const sectionExamples = [
  callExample(sections.add, {
    request: { params: { id: MENU.id }, body: { name: 'Final' } },
    response: { ...SECTION, name: 'Final' },
    errors: ['PROJECT_NOT_FOUND', 'SECTION_NAME_TAKEN', 'TOO_MANY_SECTIONS', 'ARCHIVED'],
  }),
  callExample(sections.change, {
    request: { params: { id: SECTION.id }, body: { name: 'First drafts', position: 1 } },
    response: { ...SECTION, name: 'First drafts' },
    errors: ['SECTION_NOT_FOUND', 'SECTION_NAME_TAKEN', 'CHANGED_MEANWHILE', 'ARCHIVED'],
  }),
  callExample(sections.remove, {
    request: { params: { id: SECTION.id } },
    errors: ['SECTION_NOT_FOUND', 'ARCHIVED'],
  }),
  callExample(sections.move, {
    description: 'Files that have been deleted meanwhile are left out. With `null` they are in no section.',
    request: { params: { id: MENU.id }, body: { fileIds: [LOGO.id], sectionId: SECTION.id } },
    response: { moved: 1 },
    errors: ['PROJECT_NOT_FOUND', 'SECTION_NOT_FOUND', 'ARCHIVED'],
  }),
]
