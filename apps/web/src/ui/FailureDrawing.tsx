export function FailureDrawing() {
  return (
    <svg className="drawing" viewBox="13 8 132 80" aria-hidden="true">
      <path d="M14 84h104M66 84V52M56 84h20M52 24h28l-5 28H57zM58 24v-6h16v6M62 18v-6h8v6" />
      <path className="fill" d="M52 24h28l-5 28H57z" />
      <path d="M52 24h28l-5 28H57z" />
      <path className="hot" d="M92 26l8-4M94 38h9M40 26l-8-4M38 38h-9" strokeDasharray="2 4" />
    </svg>
  )
}
