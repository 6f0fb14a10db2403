import { paths, portals } from '@portico/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'

/** The portals of this browser, that on screen included. */
export const myPortals = queryOptions({
  queryKey: ['portals'],
  queryFn: async ({ signal }) => (await call(portals.list, undefined, { signal })).portals,
})

/** A page of the client area in one of the portals of this browser. It is opened as a document of its own (`PortalOfAddress`). */
export const portalPath = (clientId: string, path = paths.client.home) => `${path}?portal=${clientId}`
