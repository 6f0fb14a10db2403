import { areaOnScreen } from '../../app/session.ts'

/** The page of a project, in the area on screen. */
export const projectPathOnScreen = (id: string) =>
  `${areaOnScreen() === 'client' ? '/client-dashboard' : ''}/projects/${id}`

export const requestsPath = (projectId: string) => `${projectPathOnScreen(projectId)}/requests`
