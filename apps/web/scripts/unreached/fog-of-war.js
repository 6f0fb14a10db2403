// The list of routes is there as a whole: nothing fetches more of it from a server that draws pages.
const unreached = undefined

export const isFogOfWarEnabled = () => false
export const useFogOFWarDiscovery = () => {}
export const getPatchRoutesOnNavigationFunction = () => undefined

export {
  unreached as getManifestPath,
  unreached as getPartialManifest,
  unreached as getPathsWithAncestors,
  unreached as handleClientVersionMismatch,
}
