/** The area of clients begins with this segment. That of freelancers has none. */
export const PORTAL_PATH = '/client-dashboard'

/** Every page of the web app that something leads to. `apps/web/src/routes.ts` has a route for each. */
export const paths = {
  freelancer: {
    ...pagesOfBoth(''),
    home: '/',
    projects: '/projects',
    archivedProjects: '/projects?archived=true',
    overdueProjects: '/projects?due=overdue&sort=due',
    projectsDueThisWeek: '/projects?due=week&sort=due',
    projectsOfTurn: (side: 'freelancer' | 'client') => `/projects?turn=${side}&sort=turn`,
    projectsOfClient: (clientId: string) => `/projects?client=${clientId}`,
    requests: '/requests',
    clients: '/clients',
    archivedClients: '/clients?archived=true',
    client: (id: string) => `/clients/${id}`,
    /** Of a client, a project or a file. */
    teamNote: ({ kind, id }: { kind: 'client' | 'project' | 'file'; id: string }, noteId: string) =>
      `/${kind}s/${id}#team-note-${noteId}`,
    conversation: (clientId: string) => `/chat?client=${clientId}`,
    bin: '/bin',
    members: '/settings/members',
    brand: '/settings/brand',
    notificationSettings: '/settings/notifications',
    security: '/settings/security',
    ownEmail: '/settings/security#email',
    securityLog: '/settings/security/log',
    handedOut: '/settings/security#handed-out',
    cancelSubscription: '/cancel-subscription',
    billingSuccess: '/billing-success',
  },
  client: {
    ...pagesOfBoth(PORTAL_PATH),
    home: PORTAL_PATH,
    conversation: () => `${PORTAL_PATH}/chat`,
    notificationSettings: `${PORTAL_PATH}/settings`,
  },
  welcome: '/welcome',
  features: '/features',
  pricing: '/pricing',
  faq: '/FAQ',
  support: '/support',
  privacy: '/privacy',
  terms: '/terms',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  clientLogin: '/client-login',
  verify: '/verify',
  billingCancelled: '/billing-cancelled',
}

/** Pages that are opened by the secret of a link. */
export const linkPaths = {
  clientLogin: (token: string) => `${paths.clientLogin}?token=${token}`,
  resetPassword: (token: string) => `/reset-password?token=${token}`,
  confirmEmail: (token: string) => `/confirm-email?token=${token}`,
  confirmNewEmail: (token: string) => `/confirm-new-email?token=${token}`,
  undoEmailChange: (token: string) => `/undo-email?token=${token}`,
  emailSettings: (token: string) => `/email-settings?token=${token}`,
  unsubscribe: (topic: 'work' | 'messages', token: string) => `/unsubscribe?topic=${topic}&token=${token}`,
  invitation: (token: string) => `/invitation?token=${token}`,
  give: (token: string) => `/give/${token}`,
}

/** What `to` of a login link says of a page of the client area. */
export const pathInPortal = (path: string) => path.slice(`${PORTAL_PATH}/`.length)

const portalPath = new RegExp(`^${PORTAL_PATH}([/?]|$)`)

/** True for every path of the client area, whether there is such a page or not. */
export const isInPortal = (path: string) => portalPath.test(path)

/** Pages that both have, each in their own area. */
function pagesOfBoth(area: string) {
  const project = (id: string) => `${area}/projects/${id}`
  const projectRequests = (id: string) => `${project(id)}/requests`
  const file = (id: string) => `${area}/files/${id}`
  return {
    project,
    projectRequests,
    projectFiles: (id: string) => `${project(id)}/files`,
    projectActivity: (id: string) => `${project(id)}/activity`,
    request: (projectId: string, id: string) => `${projectRequests(projectId)}#request-${id}`,
    feedback: (projectId: string, id: string) => `${project(projectId)}#feedback-${id}`,
    file,
    /** The viewer opens the newest version unless its address names another. */
    version: (fileId: string, version: number) => `${file(fileId)}?version=${version}`,
    note: (fileId: string, id: string) => `${file(fileId)}?note=${id}`,
    /** Where the client decides on several files at once. */
    review: (id: string) => `${area}/reviews/${id}`,
    receipt: (id: string) => `${area}/receipts/${id}`,
    chat: `${area}/chat`,
    notifications: `${area}/notifications`,
    search: `${area}/search`,
    settings: `${area}/settings`,
    help: `${area}/help`,
  }
}
