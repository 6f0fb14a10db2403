import { paths } from '@portico/contract'
import { areaOnScreen } from '../../app/session.ts'

/** The page of a project, in the area on screen. */
export const projectPathOnScreen = (id: string) => paths[areaOnScreen()].project(id)

export const requestsPath = (projectId: string) => paths[areaOnScreen()].projectRequests(projectId)
