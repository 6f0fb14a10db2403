import { projectPathOnScreen } from '../files/viewer/file-path.ts'

/** The requests of a project, in the area on screen. */
export const requestsPath = (projectId: string) => `${projectPathOnScreen(projectId)}/requests`
