import { namesInHeadScripts } from './stored.ts'

declare global {
  interface Window {
    /** The token of a mailed link, the page it opened and where it leads on to, taken out of the address bar before anything else ran. */
    porticoLink?: { page: string; token: string | null; to?: string | null } | null
    /** A form that was submitted before React had taken over the page. */
    porticoEarly?: HTMLFormElement | null
    porticoAwake?: boolean
  }
}

/**
 * A function in the text of the script below: the stored token of an area, or null where it cannot be used. It decides as
 * session-storage.ts does.
 */
const findUsableToken = `function(a){try{var t=localStorage.getItem(${JSON.stringify(namesInHeadScripts.tokens)}[a]),p=t.split("."),c=JSON.parse(atob(p[1].replace(/-/g,"+").replace(/_/g,"/")));return p.length===3&&c&&typeof c==="object"&&(c.exp===undefined||c.exp*1e3>Date.now())?t:null}catch(e){return null}}`

/**
 * Runs first in every document's head, before the first paint; written to be read by browsers as it stands. The public
 * pages have no other script but this, so what all pages can do is done here:
 * 1. Where mailed links lead: the token leaves the address bar, so that it is in no history, bookmark or screenshot.
 * 2. The theme that was chosen here, if any.
 * 3. A form submitted before React is awake is held back and submitted again, rather than sent to the server raw.
 * 4. `data-signed-in` says whose token is stored, so that public pages greet them from the first paint, and rightly when the
 *    browser brings a page back.
 * 5. `data-does="theme"` changes the theme; `data-opens="menu"` opens that dialog, which a link in it, a button that
 *    `data-does="close"` and a press beside it close.
 */
export const headScript = `if(/^\\/(client-login|reset-password|confirm-email|chat-mail)\\/?$/.test(location.pathname)){var q=new URLSearchParams(location.search);window.porticoLink={page:location.pathname.split("/")[1],token:q.get("token"),to:q.get("to")};history.replaceState(null,"",location.pathname)}
try{var t=localStorage.getItem("${namesInHeadScripts.theme}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}
function porticoGreet(){var d=document.documentElement.dataset,w=["freelancer","client"].find(${findUsableToken});if(w)d.signedIn=w;else delete d.signedIn}
porticoGreet();addEventListener("pageshow",porticoGreet)
addEventListener("submit",function(e){if(!window.porticoAwake){e.preventDefault();window.porticoEarly=e.target}},true)
addEventListener("click",function(e){var c=e.target,b=c.closest("[data-does],[data-opens]"),s=document.documentElement.dataset,o=c.closest("dialog[data-menu]");
if(b&&b.dataset.opens)document.getElementById(b.dataset.opens).showModal();
if(b&&b.dataset.does==="theme"){s.theme=(s.theme||(matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light"))==="dark"?"light":"dark";try{localStorage.setItem("${namesInHeadScripts.theme}",s.theme)}catch(e){}}
if(o&&(c===o||c.closest("a,[data-does=close]")))o.close()})`

export function replayEarlySubmit() {
  window.porticoAwake = true
  if (window.porticoEarly?.isConnected) window.porticoEarly.requestSubmit()
  window.porticoEarly = null
}
