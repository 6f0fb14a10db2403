// No route has a loader or an action on a server, so none is called and no answer of one is decoded.
const unreached = undefined

/** What a ready page brings along of its loaders' data. */
export const decodeViaTurboStream = async () => ({ value: { loaderData: {} } })

export function getTurboStreamSingleFetchDataStrategy() {
  return ({ matches, runClientMiddleware }) =>
    runClientMiddleware(async () => {
      const called = matches.filter((match) => match.shouldCallHandler())
      const results = await Promise.all(
        called.map(async (match) => [match.route.id, await match.resolve((handler) => handler())]),
      )
      return Object.fromEntries(results)
    })
}

export {
  unreached as getSingleFetchDataStrategyImpl,
  unreached as NO_BODY_STATUS_CODES,
  unreached as SingleFetchRedirectSymbol,
  unreached as StreamTransfer,
  unreached as singleFetchUrl,
  unreached as stripIndexParam,
}
