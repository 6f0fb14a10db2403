import { namesInHeadScripts } from './stored.ts'

/**
 * A function in the text of an inline script: the stored token of an area, or null where there is none that can be used. It
 * judges as session-storage.ts does, so that a token that cannot be decoded or has expired is sent nowhere.
 */
export const usableToken = `function(a){try{var t=localStorage.getItem(${JSON.stringify(namesInHeadScripts.tokens)}[a]),p=t.split("."),c=JSON.parse(atob(p[1].replace(/-/g,"+").replace(/_/g,"/")));return p.length===3&&c&&typeof c==="object"&&(c.exp===undefined||c.exp*1e3>Date.now())?t:null}catch(e){return null}}`
