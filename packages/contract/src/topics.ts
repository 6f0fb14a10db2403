/** Something on screen that can become stale. The keys of the web app's queries begin with a topic. */
export type Topic =
  | 'projects'
  | 'clients'
  | 'dashboard'
  | 'me'
  | 'sessions'
  | 'factors'
  | 'links'
  | 'my-freelancer'
  | 'files'
  | 'notes'
  | 'reviews'
  | 'receipts'
  | 'requests'
  | 'feedback'
  | 'activity'
  | 'notifications'
  | 'notification-settings'
  | 'push'
  | 'bin'
  | 'calendar'
  | 'portals'
  | 'conversations'
  | 'billing'
  | 'members'
  | 'team-notes'

// A client may chat only when they have a project, so projects and clients change conversations too.
const PROJECT = ['projects', 'clients', 'conversations', 'dashboard'] as const
/** The topics of changes that record an event. */
const EVENT = ['activity', 'notifications'] as const
/** The topics of changes that can end or begin a turn. */
const TURN = ['projects', 'dashboard'] as const
// Files show their newest review.
const REVIEW = ['reviews', 'receipts', 'files', ...TURN, ...EVENT] as const
// Events quote feedback.
const FEEDBACK = ['feedback', ...TURN, ...EVENT] as const

// Projects count their requests.
const REQUESTS = ['requests', ...TURN, ...EVENT] as const

// Events quote notes, and files count those that are open.
const NOTES = ['notes', 'files', ...TURN, ...EVENT] as const

// Events quote what mentions somebody.
const TEAM_NOTES = ['team-notes', 'notifications'] as const

/** The topics of changes of who works with a client. */
const ASSIGNMENT = [
  'clients',
  // Only who sees a client can be mentioned.
  'team-notes',
  'projects',
  'requests',
  'conversations',
  'dashboard',
  'notifications',
  'calendar',
  'my-freelancer',
  'portals',
] as const

/** The topics that the endpoints which change something make stale. */
const byEndpoint = {
  'projects.create': [...PROJECT, ...EVENT],
  // A list of requests shows the titles of projects and whether they are archived.
  'projects.update': [...PROJECT, 'requests', ...EVENT],
  'projects.changeSeveral': [...PROJECT, 'requests', ...EVENT],
  'projects.duplicate': [...PROJECT, 'requests', ...EVENT],
  'projects.setDueDate': [...PROJECT, ...EVENT],
  'projects.complete': [...PROJECT, ...EVENT],
  'projects.undoComplete': [...PROJECT, ...EVENT],
  'projects.passTurn': [...PROJECT, ...EVENT],
  'projects.remove': [...PROJECT, 'requests', 'links', 'notifications', 'bin'],

  'clients.create': ['clients', 'links', 'conversations', 'dashboard'],
  // Projects, notes, requests, feedback and the dashboard show the client's name.
  'clients.update': [
    'clients',
    'links',
    'projects',
    'notes',
    'requests',
    'feedback',
    'conversations',
    'dashboard',
  ],
  // Members are notified of their clients, and a client sees the name of the lead.
  'clients.setMembers': ASSIGNMENT,
  'clients.handOver': [...ASSIGNMENT, 'activity'],
  // What a contact wrote shows their name.
  'contacts.add': ['clients', 'links'],
  'contacts.change': ['clients', 'links', 'notes', 'requests', 'feedback', 'files'],
  'contacts.remove': ['clients', 'links', 'requests'],
  'clients.remove': [
    'clients',
    'links',
    'projects',
    'requests',
    'conversations',
    'dashboard',
    'notifications',
    'bin',
  ],
  // Links that the client made end too.
  'clients.resetAccess': ['clients', 'links', 'requests'],
  'clients.createLoginLink': ['clients', 'links'],
  'clients.resendLogin': ['clients'],
  'clients.preview': ['clients'],
  'clients.endMyLinks': ['clients', 'links'],
  'clients.endMyLink': ['clients', 'links'],
  // Links of guests end too.
  'clients.endHandedOut': ['clients', 'links', 'sessions', 'requests', 'calendar'],
  'clients.requestLink': [],

  // Who has left has handed over their clients.
  'members.invite': ['members'],
  'members.withdraw': ['members'],
  // What somebody reaches, and the name of the workspace, is on most screens.
  'members.change': ['members', 'clients', 'conversations', 'me', 'team-notes', ...TURN],
  'members.rename': ['members', 'me', 'my-freelancer'],
  // Clients see the new logo and colour without a reload.
  'brand.change': ['members', 'me', 'my-freelancer'],
  'members.requireFactor': ['members', 'factors'],
  'members.choose': ['members'],
  'members.transfer': ['members', 'me', ...TURN],
  'members.switchTo': [],
  'members.sendCode': [],
  'members.accept': ['members', 'clients', 'team-notes', 'dashboard'],
  'members.remove': ['members', 'clients', 'team-notes', ...TURN],

  'portals.ofLink': [],
  'portals.join': ['portals'],
  'portals.enter': [],
  'portals.leaveAll': ['portals'],

  // Notes are written on the newest version only, a new version replaces an open review, and files answer requests.
  'files.upload': ['files', 'notes', 'reviews', 'requests', ...TURN, ...EVENT],
  'files.uploadAsClient': ['files', 'notes', 'reviews', 'requests', ...TURN, ...EVENT],
  // Projects name the files that wait.
  'files.rename': ['files', 'requests', ...TURN],
  'files.setThumbnail': ['files', 'requests'],
  'files.remove': ['files', 'notes', 'team-notes', 'reviews', 'requests', 'bin', ...TURN, ...EVENT],

  'sections.add': ['files'],
  'sections.change': ['files'],
  'sections.remove': ['files'],
  'sections.move': ['files'],

  'notes.create': NOTES,
  'notes.change': NOTES,
  'notes.remove': NOTES,
  'notes.reply': NOTES,
  'reviews.ask': REVIEW,
  'reviews.askTogether': REVIEW,
  'reviews.withdraw': REVIEW,
  'reviews.decide': REVIEW,
  'reviews.decideTogether': REVIEW,
  'reviews.undoDecision': REVIEW,
  'reviews.sendCode': [],

  'requests.add': REQUESTS,
  'requests.copy': REQUESTS,
  // Links show the title of their request, and work until it is accepted.
  'requests.change': ['requests', 'links'],
  'requests.remove': ['requests', 'links', ...TURN],
  'requests.setState': [...REQUESTS, 'links'],
  'requests.acceptAll': [...REQUESTS, 'links'],
  'requests.answer': REQUESTS,
  'requests.setReminders': ['requests'],
  // Files that are sent can be seen by the freelancer from then on.
  'requests.sendStaged': ['files', ...REQUESTS],

  // A list of links is about a request.
  'guestLinks.add': ['requests', 'links'],
  'guestLinks.remove': ['requests', 'links'],
  'guestLinks.give': [...REQUESTS, 'links'],

  'feedback.create': FEEDBACK,
  'feedback.edit': ['feedback', ...EVENT],
  'feedback.remove': FEEDBACK,
  'feedback.reply': FEEDBACK,
  'feedback.editReply': ['feedback', ...EVENT],
  'feedback.removeReply': FEEDBACK,

  'teamNotes.create': TEAM_NOTES,
  'teamNotes.change': TEAM_NOTES,
  'teamNotes.remove': TEAM_NOTES,

  'activity.markRead': ['notifications'],
  // Switching push off ends the subscriptions.
  'activity.changeSettings': ['notification-settings', 'push'],
  'activity.changeSettingsByEmail': ['notification-settings', 'push'],
  'activity.unsubscribe': ['notification-settings'],

  'push.subscribe': ['notification-settings', 'push'],
  'push.unsubscribe': ['push'],
  // It may find that a browser has ended its subscription.
  'push.test': ['push'],

  'calendar.renew': ['calendar'],
  'calendar.remove': ['calendar'],

  // Events say which files are deleted.
  'bin.restore': [
    ...PROJECT,
    'files',
    'notes',
    'team-notes',
    'reviews',
    'requests',
    'links',
    'feedback',
    ...EVENT,
    'bin',
  ],
  'bin.remove': ['bin'],

  // Whether a project or request is overdue depends on the freelancer's time zone. Team notes show the names of members.
  'accounts.changeMe': [
    'me',
    'my-freelancer',
    'projects',
    'requests',
    'dashboard',
    'notification-settings',
    'team-notes',
  ],
  'accounts.confirmEmail': ['me', 'clients'],
  'accounts.resendConfirmation': ['me'],
  'accounts.changeEmail': ['me'],
  'accounts.resendEmailChange': ['me'],
  'accounts.cancelEmailChange': ['me'],
  // The invitations that waited for a confirmed address are sent.
  'accounts.confirmEmailChange': ['me', 'clients'],
  'accounts.undoEmailChange': ['me'],
  // The job reports later whether the email arrived.
  'accounts.testEmail': [],
  'accounts.changePassword': ['sessions'],
  'accounts.endOneSession': ['sessions'],
  'accounts.endOtherSessions': ['sessions'],
  'accounts.register': [],
  'accounts.login': [],
  'accounts.loginWithCode': [],
  'accounts.beginPasskeyLogin': [],
  'accounts.loginWithPasskey': [],
  'accounts.confirm': [],
  'accounts.beginConfirm': [],
  'accounts.confirmWithPasskey': [],
  'accounts.logout': [],
  'accounts.forgotPassword': [],
  'accounts.resetPassword': [],

  'factors.startApp': [],
  'factors.confirmApp': ['factors'],
  'factors.removeApp': ['factors'],
  'factors.startPasskey': [],
  'factors.addPasskey': ['factors'],
  'factors.removePasskey': ['factors'],
  'factors.makeRecoveryCodes': ['factors'],
  'factors.turnOff': ['factors'],

  'billing.cancel': ['billing', 'dashboard'],
  'billing.resume': ['billing', 'dashboard'],
  'billing.scheduleChange': ['billing', 'dashboard'],
  'billing.downgrade': ['billing', 'dashboard'],
  'billing.dismissEnd': ['billing'],
  'billing.refresh': ['billing', 'dashboard'],
  'billing.checkout': [],
  'billing.portal': [],
  'billing.preview': [],

  'chat.unsubscribe': ['notification-settings'],

  'support.ask': [],
} as const satisfies Record<string, readonly Topic[]>

/** The same for events without an endpoint: jobs, webhooks, messages over the socket, a new day. */
const byEvent = {
  'clients.linkMailed': ['clients'],
  // The first one is an event.
  'clients.sessionStarted': ['clients', 'links', 'notifications'],
  'clients.sessionEnded': ['clients', 'links'],
  // Of the person themselves. A client's list of login links says which were opened.
  'accounts.sessionStarted': ['sessions', 'links'],
  'accounts.sessionEnded': ['sessions'],
  'accounts.factorsChanged': ['factors'],
  'clients.cameBack': ['clients'],
  'clients.emailRefusalChanged': ['clients'],
  'accounts.emailRefusalChanged': ['me'],
  'files.thumbnailMade': ['files', 'requests'],
  'requests.reminded': ['requests', 'activity'],
  'requests.stagedFilesChanged': ['requests'],
  'push.ended': ['push'],
  'bin.itemsExpired': ['bin'],
  'billing.accountSynced': ['billing', 'dashboard'],
  'billing.planChanged': ['conversations', 'dashboard'],
  'chat.messageSent': ['conversations'],
  'chat.messagesSeen': ['conversations'],
  midnight: ['projects', 'requests', 'dashboard'],
} as const satisfies Record<string, readonly Topic[]>

/** The topics of what no client reads: clients are not notified of them. */
export const topicsOfWorkspace: ReadonlySet<Topic> = new Set(['team-notes'])

/**
 * Every change and the topics that it makes stale. The server publishes these to the people whom the change concerns
 * (`live.changed`); the web app refetches them after its own calls (`meta.calls` of a mutation).
 */
export const staleTopics: Readonly<Record<Change, readonly Topic[]>> = { ...byEndpoint, ...byEvent }

/** The name of an endpoint that changes something, or of an event. */
export type Change = keyof typeof byEndpoint | keyof typeof byEvent
