export interface Peer {
  id: string
  name: string
  about: string | undefined
}
