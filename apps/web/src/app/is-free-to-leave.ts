/** False while something on the page would be lost with it, such as files on their way: what asks before a page is closed says so. */
export function isFreeToLeave() {
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
