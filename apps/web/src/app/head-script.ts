declare global {
  interface Window {
    /** The token of a mailed link and the page it opened, taken out of the address bar before anything else ran. */
    porticoLink?: { page: string; token: string | null } | null
    /** A form that was submitted before React had taken over the page. */
    porticoEarly?: HTMLFormElement | null
    porticoAwake?: boolean
  }
}

/**
 * Runs first in every document's head, before the first paint; written to be read by browsers as it stands.
 * 1. Where mailed links lead: the token leaves the address bar, so that it is in no history, bookmark or screenshot.
 * 2. The theme that was chosen here, if any.
 * 3. A form submitted before React is awake is held back and submitted again, rather than sent to the server raw.
 */
export const headScript = `if(/^\\/(client-login|reset-password)\\/?$/.test(location.pathname)){window.porticoLink={page:location.pathname.split("/")[1],token:new URLSearchParams(location.search).get("token")};history.replaceState(null,"",location.pathname)}
try{var t=localStorage.getItem("portico.theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}
addEventListener("submit",function(e){if(!window.porticoAwake){e.preventDefault();window.porticoEarly=e.target}},true)`

export function replayEarlySubmit() {
  window.porticoAwake = true
  if (window.porticoEarly?.isConnected) window.porticoEarly.requestSubmit()
  window.porticoEarly = null
}
