// As React Router's, but where the network has gone the area says so: a reload would end on the browser's own error page.
export async function loadRouteModule(route, loaded) {
  if (route.id in loaded) return loaded[route.id]
  try {
    loaded[route.id] = await import(/* @vite-ignore */ route.module)
    return loaded[route.id]
  } catch (error) {
    await fetch(route.module, { cache: 'no-store' }).catch(() => {
      throw error
    })
    // It was answered: a new release has other files, which a reload brings.
    window.location.reload()
    return new Promise(() => {})
  }
}
