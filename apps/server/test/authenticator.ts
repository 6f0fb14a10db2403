import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const [USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL] = [0x01, 0x04, 0x40]

interface Behaviour {
  origin: string
  host?: string
  /** Whether it checks who holds it. */
  verifies?: boolean
}

/** A passkey as a browser and a device make it, with P-256 and no attestation. */
export function createAuthenticator({ origin, host = new URL(origin).hostname, verifies = true }: Behaviour) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0

  function authenticatorData(credential: Buffer = Buffer.alloc(0)) {
    const head = Buffer.alloc(5)
    head[0] = USER_PRESENT | (verifies ? USER_VERIFIED : 0) | (credential.length > 0 ? HAS_CREDENTIAL : 0)
    head.writeUInt32BE(++counter, 1)
    return Buffer.concat([sha256(host), head, credential])
  }
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const answer = (response: Record<string, Buffer>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    ),
  })

  return {
    id: id.toString('base64url'),
    register({ challenge }: { challenge: string }) {
      // CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const data = authenticatorData(Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]))
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return answer({ attestationObject, clientDataJSON: clientData('webauthn.create', challenge) })
    },
    authenticate({ challenge }: { challenge: string }) {
      const clientDataJSON = clientData('webauthn.get', challenge)
      const data = authenticatorData()
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey)
      return answer({ authenticatorData: data, clientDataJSON, signature })
    },
    /** As a copy of it would, which has not seen the last uses. */
    goBack(uses: number) {
      counter -= uses
    },
  }
}
