import { Adapter } from 'socket.io-adapter'

interface Encoded {
  /** The pieces of a frame, as `ws` will write them. */
  wsPreEncodedFrame?: Buffer[]
}

/** The part of an adapter that its types keep to themselves. */
interface Encoding {
  _encode(packet: unknown, encoded: Encoded): unknown[]
}

/**
 * What is said to a room is encoded once; here it becomes one piece too. Head and body apart would be gathered again for
 * each who hears it, a twentieth of what a message costs.
 */
export class WholeFrames extends Adapter {}

const { _encode } = Adapter.prototype as unknown as Encoding
const prototype = WholeFrames.prototype as unknown as Encoding
prototype._encode = function (packet, encoded) {
  const packets = _encode.call(this, packet, encoded)
  if (encoded.wsPreEncodedFrame) encoded.wsPreEncodedFrame = [Buffer.concat(encoded.wsPreEncodedFrame)]
  return packets
}
