/** Whether an address or host name, as it stands in a URL or alone, always means this machine. */
export function isLoopbackHost(host: string) {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host)
}
