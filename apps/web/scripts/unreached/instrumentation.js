// Nobody measures the router's handlers from outside.
const unreached = undefined

export const consumeInstrumentationClientResultMetaReceiver = () => undefined

export {
  unreached as getRouteInstrumentationUpdates,
  unreached as instrumentClientSideRouter,
  unreached as instrumentHandler,
  unreached as instrumentationResultMetaContext,
}
