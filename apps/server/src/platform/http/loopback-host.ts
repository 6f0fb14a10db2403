export function isLoopbackHost(host: string) {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host)
}
