/** How to check a receipt without Portico: the commands of docs/receipts.md. */
export function OwnCheck() {
  return (
    <details className="small soft own-check">
      <summary>
        You can do the same with common tools. <span className="link">How it works</span>
      </summary>
      <p>
        The fingerprint is the SHA-256 of the receipt without its <code>hash</code>, as canonical JSON (RFC
        8785). With Python and a terminal:
      </p>
      <pre className="mono">{`python3 -c "import json
r = json.load(open('receipt.json', encoding='utf-8'))
print(r.pop('hash'))
print(json.dumps(r, sort_keys=True, separators=(',', ':'),
  ensure_ascii=False), end='', file=open('canonical.json', 'w',
  encoding='utf-8'))"
sha256sum canonical.json`}</pre>
      <p>
        Both lines must show the same. The file is the approved one when <code>sha256sum</code> shows for it
        what the receipt has under <code>sha256</code>.
      </p>
    </details>
  )
}
