import { KEYS_PATH } from '@portico/contract/receipt-hash'

/** How to check a receipt without Portico: the commands of docs/receipts.md. */
export function OwnCheck() {
  return (
    <details className="small soft own-check">
      <summary>
        You can do the same with common tools. <span className="link">How it works</span>
      </summary>
      <p>
        The fingerprint is the SHA-256 of the receipt without its <code>hash</code> and <code>signature</code>
        , as canonical JSON (RFC 8785). The signature is Ed25519 over the same text. Save{' '}
        <a className="link" href={KEYS_PATH} download="keys.json">
          the keys of this portal
        </a>{' '}
        beside the receipt as <code>keys.json</code>. With Python, OpenSSL 3 and a terminal:
      </p>
      <pre className="mono">{`python3 -c "import json, base64
r = json.load(open('receipt.json', encoding='utf-8'))
print(r.pop('hash'))
s = r.pop('signature')
print(json.dumps(r, sort_keys=True, separators=(',', ':'),
  ensure_ascii=False), end='', file=open('canonical.json', 'w',
  encoding='utf-8'))
keys = {k['kid']: k['x'] for k in json.load(open('keys.json'))['keys']}
decode = lambda text: base64.urlsafe_b64decode(text + '==')
open('signature', 'wb').write(decode(s['value']))
open('key', 'wb').write(bytes.fromhex('302a300506032b6570032100')
  + decode(keys[s['keyId']]))"
sha256sum canonical.json
openssl pkeyutl -verify -pubin -keyform DER -inkey key -rawin \\
  -in canonical.json -sigfile signature`}</pre>
      <p>
        The first two lines must show the same, and the third that the signature is verified. The file is the
        approved one when <code>sha256sum</code> shows for it what the receipt has under <code>sha256</code>.
      </p>
    </details>
  )
}
