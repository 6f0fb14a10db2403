import { bin, type features } from '@portico/contract'
import type { CallExample } from './call-example.ts'
import { accountExamples } from './examples/accounts.ts'
import { activityExamples } from './examples/activity.ts'
import { auditExamples } from './examples/audit.ts'
import { billingExamples } from './examples/billing.ts'
import { binExamples } from './examples/bin.ts'
import { brandExamples } from './examples/brand.ts'
import { calendarExamples } from './examples/calendar.ts'
import { chatExamples } from './examples/chat.ts'
import { clientExamples } from './examples/clients.ts'
import { contactExamples } from './examples/contacts.ts'
import { dashboardExamples } from './examples/dashboard.ts'
import { factorExamples } from './examples/factors.ts'
import { feedbackExamples } from './examples/feedback.ts'
import { fileExamples } from './examples/files.ts'
import { guestLinkExamples } from './examples/guest-links.ts'
import { memberExamples } from './examples/members.ts'
import { noteExamples } from './examples/notes.ts'
import { portalExamples } from './examples/portals.ts'
import { projectExamples } from './examples/projects.ts'
import { pushExamples } from './examples/push.ts'
import { requestExamples } from './examples/requests.ts'
import { receiptExamples, reviewExamples } from './examples/reviews.ts'
import { searchExamples } from './examples/search.ts'
import { sectionExamples } from './examples/sections.ts'
import { supportExamples } from './examples/support.ts'
import { teamNoteExamples } from './examples/team-notes.ts'

interface Chapter {
  title: string
  description: string
  examples: CallExample[]
}

/** The chapters in their order. The type requires one for each feature. */
export const chapters: Record<keyof typeof features, Chapter> = {
  accounts: {
    title: 'Accounts and sessions',
    description:
      'Freelancers register and log in; every login is a session of its own, which can be seen and ended.',
    examples: accountExamples,
  },
  factors: {
    title: 'Second factor',
    description:
      'What a freelancer has besides their password. `POST /auth/login` with a right password then answers 202 with a `challenge`, which is no session: the login ends with a further call. A browser that is remembered is not asked for 30 days.',
    examples: factorExamples,
  },
  clients: {
    title: 'Clients',
    description: 'The people a freelancer works for. They have no password: they come in by a link.',
    examples: clientExamples,
  },
  contacts: {
    title: 'Contacts',
    description:
      'Further people of a client, each with their own login link, sessions, settings and name. They reach what the client reaches; those who only look change nothing.',
    examples: contactExamples,
  },
  members: {
    title: 'Workspace and members',
    description:
      'A workspace owns clients, projects and the plan. Its owner and admins invite others and reach every client; members reach all of them, or those that they are assigned to. A session is in one workspace.',
    examples: memberExamples,
  },
  brand: {
    title: 'Brand',
    description:
      'The name, logo and colour under which clients meet a workspace. Shades of the colour that can be read on every page are derived from it.',
    examples: brandExamples,
  },
  portals: {
    title: 'Portals',
    description:
      'What a client sees of one freelancer. Somebody who is a client of several keeps their portals side by side in one browser: each has a session of its own, and a token reaches the others of its group.',
    examples: portalExamples,
  },
  projects: {
    title: 'Projects',
    description: 'What is made for a client, with a status and a due date. Both sides see the same.',
    examples: projectExamples,
  },
  files: {
    title: 'Files',
    description: 'What both sides share on a project.',
    examples: fileExamples,
  },
  sections: {
    title: 'Sections',
    description:
      'A freelancer can give the files of a project sections, such as “Drafts” and “Final”. Clients see them. What a client has given stands by itself until it is moved.',
    examples: sectionExamples,
  },
  notes: {
    title: 'Notes',
    description:
      'What either side says about one version of a file, with or without a place in it: a point of a page or image, a moment of a video or audio. The freelancer marks each as done or declines it.',
    examples: noteExamples,
  },
  reviews: {
    title: 'Reviews',
    description:
      'The freelancer asks whether a version of a file may be used; the client approves it or asks for changes. Each file has its rounds.',
    examples: reviewExamples,
  },
  receipts: {
    title: 'Receipts',
    description:
      'The lasting record of an approval. It is never changed, and goes only with its project. Each has the hash of the one before it in its project; `/.well-known/portico-receipts.json` has the public keys that sign them, and docs/receipts.md says how to check them.',
    examples: receiptExamples,
  },
  requests: {
    title: 'Requests',
    description:
      'What the freelancer needs from the client for a project: files and texts. Each is open until it is answered, and answered until the freelancer accepts it or sends it back.',
    examples: requestExamples,
  },
  guestLinks: {
    title: 'Ask somebody else',
    description:
      'A link with which somebody without an account answers one request. Whoever has it sees the freelancer’s name and that request, and nothing else. The token is in the path, so keep these addresses out of logs.',
    examples: guestLinkExamples,
  },
  feedback: {
    title: 'Feedback',
    description: 'What clients say about their projects. Clients write it; both sides read and reply.',
    examples: feedbackExamples,
  },
  teamNotes: {
    title: 'Team notes',
    description:
      'What the members of a workspace write to each other about a client, a project or a file. No client, guest or preview ever reads any of it, nor does an email to a client quote it.',
    examples: teamNoteExamples,
  },
  activity: {
    title: 'Activity and notifications',
    description:
      'What happened on a project, recorded once with the names of then. What others did is a notification, unread until its reader says otherwise.',
    examples: activityExamples,
  },
  push: {
    title: 'Push',
    description:
      'Notifications that a browser shows while Portico is closed (Web Push). They say what is unread about a project: ten seconds after it happened, at most once a minute, and nothing of what was read meanwhile.',
    examples: pushExamples,
  },
  bin: {
    title: 'Bin',
    description: `Deleted projects and files can be restored for ${bin.BIN_DAYS} days. They are in no other list, and nobody can open them, but their bytes still count towards the storage of the account.`,
    examples: binExamples,
  },
  chat: {
    title: 'Chat',
    description:
      'What a freelancer and a client say to each other. Calls read it; writing goes over the live connection, as described under “Chat, live”.',
    examples: chatExamples,
  },
  search: {
    title: 'Search',
    description:
      'Finds clients, projects, files, feedback, notes and messages by words or their beginnings, in any order, accents and case aside. Titles and names are found with a typing error too. What is archived is found, what is in the bin is not.',
    examples: searchExamples,
  },
  dashboard: {
    title: 'Dashboard',
    description: 'One look across all of a freelancer’s work.',
    examples: dashboardExamples,
  },
  calendar: {
    title: 'Calendar',
    description:
      'Due dates in the calendar that somebody uses anyway, by a secret address that can be renewed.',
    examples: calendarExamples,
  },
  billing: {
    title: 'Plans and billing',
    description:
      'A plan is bought and changed on Stripe’s pages; it changes here once Stripe says so. Money is in pence.',
    examples: billingExamples,
  },
  audit: {
    title: 'Security log',
    description:
      'Who did what that concerns safety: logins, links, sessions, clients, exports, deletions, the plan and refusals. Written in the transaction of the change, and never changed.',
    examples: auditExamples,
  },
  support: {
    title: 'Support',
    description: 'A message to the people who run this Portico.',
    examples: supportExamples,
  },
}
