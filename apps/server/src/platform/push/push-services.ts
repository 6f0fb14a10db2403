/** The push services of Chrome and most others, of Chromium as Linux distributions build it, of Firefox, Safari and Edge. */
const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  /^[\w-]+\.push\.services\.mozilla\.com$/,
  /^[\w-]+\.push\.apple\.com$/,
  /^[\w-]+\.notify\.windows\.com$/,
]

/** A subscription is a URL that somebody gives us, and we will send requests there. */
export function isPushService(endpoint: string) {
  const url = URL.parse(endpoint)
  // Accepts only the form that browsers write: without credentials, another port, or parts that parsers read
  // differently.
  if (url?.href !== endpoint) return false
  const { protocol, hostname, port, username, password, hash } = url
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === '' && hash === ''
  return isPlain && HOSTS.some((host) => host.test(hostname))
}
