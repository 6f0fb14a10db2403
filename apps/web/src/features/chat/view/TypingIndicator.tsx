/** That the other one is writing just now. */
export function TypingIndicator({ name }: { name: string }) {
  return (
    <div className="line line--turn">
      <div className="msg">
        <div className="bubble dots" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
        <div className="msg__meta">{name.split(' ')[0]} is typing</div>
      </div>
    </div>
  )
}
