import { activity } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { ADA, BINNED, MADE, MAYA, MENU, NEW_FEEDBACK, NOW } from './sample-data.ts'

const ofAda = {
  actor: { type: 'freelancer', id: ADA.id, name: ADA.name, isYou: true },
  subject: { fileId: BINNED.id, fileName: BINNED.fileName },
  createdAt: NOW,
  projectId: MENU.id,
} as const

const settings = { work: 'soon', messages: 'soon', push: false, timeZone: 'Europe/London' } as const

export const activityExamples = [
  callExample(activity.ofProject, {
    request: { params: { id: MENU.id }, querystring: { limit: 2 } },
    response: [
      { id: MADE.deletion, kind: 'file_deleted', ...ofAda, subject: { ...ofAda.subject, version: null } },
      { id: MADE.upload, kind: 'file_uploaded', ...ofAda, subject: { ...ofAda.subject, isDeleted: true } },
    ],
    errors: ['PROJECT_NOT_FOUND'],
  }),
  callExample(activity.notifications, {
    description: 'Without what happens on projects in the bin.',
    request: { querystring: { limit: 1 } },
    response: [
      {
        id: MADE.notification,
        kind: 'feedback_left',
        actor: { type: 'client', id: MAYA.id, name: `${MAYA.firstName} ${MAYA.lastName}`, isYou: false },
        subject: { feedbackId: NEW_FEEDBACK.id, message: NEW_FEEDBACK.message },
        createdAt: NOW,
        projectId: MENU.id,
        clientId: MAYA.id,
        clientName: null,
        projectTitle: MENU.title,
        read: false,
      },
    ],
  }),
  callExample(activity.unread, { response: { count: 3 } }),
  callExample(activity.markRead, {
    description: 'Send one of the six. What is read stays read, in every tab and device.',
    request: { body: { upTo: MADE.notification } },
    response: { count: 0 },
    errors: ['PROJECT_NOT_FOUND', 'CLIENT_NOT_FOUND', 'FILE_NOT_FOUND', 'NOTIFICATION_NOT_FOUND'],
  }),
  callExample(activity.getSettings, { response: settings }),
  callExample(activity.changeSettings, {
    description: 'Send what changes.',
    request: { body: { work: 'daily' } },
    response: { ...settings, work: 'daily' },
    errors: ['UNKNOWN_TIME_ZONE', 'TIME_ZONE_IN_PROFILE'],
  }),
  callExample(activity.getSettingsByEmail, {
    request: { querystring: { token: MADE.emailToken } },
    response: settings,
    errors: ['UNSUBSCRIBE_NOT_VALID'],
  }),
  callExample(activity.changeSettingsByEmail, {
    request: { querystring: { token: MADE.emailToken }, body: { work: 'daily' } },
    response: { ...settings, work: 'daily' },
    errors: ['UNSUBSCRIBE_NOT_VALID', 'UNKNOWN_TIME_ZONE', 'TIME_ZONE_IN_PROFILE'],
  }),
  callExample(activity.unsubscribe, {
    description:
      'Takes a form too, as mail programs send it (RFC 8058). Opening the address changes nothing.',
    request: { querystring: { token: MADE.emailToken, topic: 'messages' } },
    response: { ...settings, messages: 'never' },
    errors: ['UNSUBSCRIBE_NOT_VALID'],
  }),
]
