import { namesInHeadScripts } from './stored.ts'

declare global {
  interface Window {
    /** The token of an emailed link, the page it opened and where it leads on to, taken from the address bar. */
    porticoLink?: { page: string; token: string | null; to?: string | null } | null
    /** A form that was submitted before React had hydrated the page. */
    porticoEarly?: HTMLFormElement | null
    porticoAwake?: boolean
  }
}

/**
 * A function in the text of the script below: the stored token of an area, or null where it cannot be used. It decides as
 * session-storage.ts does: the server says whether the time of a token is over.
 */
const findUsableToken = `function(a){try{var t=localStorage.getItem(${JSON.stringify(namesInHeadScripts.tokens)}[a]),p=t.split("."),c=JSON.parse(atob(p[1].replace(/-/g,"+").replace(/_/g,"/")));return p.length===3&&c&&typeof c==="object"&&(c.exp===undefined||typeof c.exp==="number")?t:null}catch(e){return null}}`

/**
 * Runs in the head of every document before the first paint, as browsers read it, without a build. Most public pages have
 * no other script:
 * 1. It takes the token of an emailed link out of the address bar, so that no history, bookmark or screenshot has it.
 * 2. It applies the chosen theme.
 * 3. It holds back a form that is submitted before React has hydrated the page, and submits it afterwards.
 * 4. It sets `data-signed-in` to the area whose token is stored, also when the browser restores a page from its cache. From
 *    `/` and `/welcome` it leads a client to their portal, unless a freelancer is signed in too.
 * 5. `data-does="theme"` switches the theme. `data-opens="menu"` opens that dialog; a link in it, `data-does="close"` and a
 *    click beside it close it.
 * 6. A file, picture or link that is dropped where nothing takes it does not replace the page.
 */
export const headScript = `if(/^\\/(client-login|reset-password|confirm-email|chat-mail|unsubscribe|email-settings)\\/?$/.test(location.pathname)){var q=new URLSearchParams(location.search);window.porticoLink={page:location.pathname.split("/")[1],token:q.get("token"),to:q.get("to")||q.get("topic")};history.replaceState(history.state,"",location.pathname)}
try{var t=localStorage.getItem("${namesInHeadScripts.theme}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}
function porticoGreet(){var d=document.documentElement.dataset,w=["freelancer","client"].find(${findUsableToken});if(w)d.signedIn=w;else delete d.signedIn;if(w==="client"&&/^\\/(welcome\\/?)?$/.test(location.pathname))location.replace("/client-dashboard")}
porticoGreet();addEventListener("pageshow",porticoGreet)
addEventListener("submit",function(e){if(!window.porticoAwake){e.preventDefault();window.porticoEarly=e.target}},true)
addEventListener("click",function(e){var c=e.target,b=c.closest("[data-does],[data-opens]"),s=document.documentElement.dataset,o=c.closest("dialog[data-menu]");
if(b&&b.dataset.opens)document.getElementById(b.dataset.opens).showModal();
if(b&&b.dataset.does==="theme"){s.theme=(s.theme||(matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light"))==="dark"?"light":"dark";try{localStorage.setItem("${namesInHeadScripts.theme}",s.theme)}catch(e){}}
if(o&&(c===o||c.closest("a,[data-does=close]")))o.close()})
function porticoKeep(e){var d=e.dataTransfer;if(!d||e.target.closest&&e.target.closest(d.types.includes("Files")?"input[type=file]":"input,textarea,[contenteditable]"))return;e.preventDefault();d.dropEffect="none"}
addEventListener("dragover",porticoKeep);addEventListener("drop",porticoKeep)`

export function replayEarlySubmit() {
  window.porticoAwake = true
  if (window.porticoEarly?.isConnected) window.porticoEarly.requestSubmit()
  window.porticoEarly = null
}
