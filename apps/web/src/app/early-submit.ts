/** Submits the form that the script in the head (head-script.ts) has held back, once React has hydrated the page. */
export function replayEarlySubmit() {
  window.porticoAwake = true
  if (window.porticoEarly?.isConnected) window.porticoEarly.requestSubmit()
  window.porticoEarly = null
}
