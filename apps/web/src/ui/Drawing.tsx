/** All drawings share one line weight, one filled plane and one stroke in the accent colour. */
const drawings = {
  door: {
    x: 13,
    lines: (
      <>
        <path className="fill" d="M53 84V46a13 13 0 0 1 26 0v38z" />
        <path d="M14 84h104M40 84V22M92 84V22M34 22h64M36 16h60M34 22v-6M98 22v-6" />
        <path d="M53 84V46a13 13 0 0 1 26 0v38" />
        <path className="hot" d="M53 84V48c0-8 6-13 13-13v57z" fill="none" />
        <path className="hot" d="M62 64v3" />
        <path d="M112 84V70M112 70c-5-1-6-8 0-12 6 4 5 11 0 12zM20 84V70M20 70c-5-1-6-8 0-12 6 4 5 11 0 12z" />
      </>
    ),
  },
  shelf: {
    x: 11,
    lines: (
      <>
        <path className="fill" d="M26 32h14v36H26z" />
        <path d="M12 68h108M18 68v12M114 68v12M26 68V32h14v36M40 68V26h10v42M50 68V36h13v32" />
        <path d="M30 40h6M30 45h6M54 44h5" />
        <path className="hot" d="m80 67 14-34 10 4-13 31" />
      </>
    ),
  },
  open: {
    x: 13,
    lines: (
      <>
        <path className="fill" d="M48 84V42a18 18 0 0 1 36 0v42z" />
        <path d="M14 84h104M34 84V22M98 84V22M28 22h76M30 16h72M28 22v-6M104 22v-6M48 84V42a18 18 0 0 1 36 0v42" />
        <path className="hot" d="m57 58 7 7 13-15" />
      </>
    ),
  },
  /** A tray that takes what is put into it. */
  tray: {
    x: 25,
    lines: (
      <>
        <path className="fill" d="M26 56h22l5 9h26l5-9h22v22H26z" />
        <path d="M26 56h22l5 9h26l5-9h22v22H26zM26 56l12-20h10M106 56 94 36H84" />
        <path className="hot" d="M66 14v30M57 35l9 9 9-9" />
      </>
    ),
  },
  /** A sheet with a pen. */
  written: {
    x: 37,
    lines: (
      <>
        <path className="fill" d="M38 18h44l14 14v50H38z" />
        <path d="M38 18h44l14 14v50H38zM82 18v14h14M48 44h36M48 54h36M48 64h18" />
        <path className="hot" d="m78 76 22-26 6 5-22 26-8 3z" />
      </>
    ),
  },
  /** A sheet under a magnifying glass. */
  sought: {
    x: 13,
    lines: (
      <>
        <path className="fill" d="M40 30h44v52H40z" />
        <path d="M14 84h104M40 84V30h44v54M50 42h24M50 52h24M50 62h14" />
        <circle className="hot" cx="92" cy="58" r="12" />
        <path className="hot" d="m101 67 10 10" />
      </>
    ),
  },
  talk: {
    x: 11,
    lines: (
      <>
        <path d="M12 84h108" />
        <path
          className="fill"
          d="M24 24h36a5 5 0 0 1 5 5v15a5 5 0 0 1-5 5H40l-9 8v-8h-7a5 5 0 0 1-5-5V29a5 5 0 0 1 5-5z"
        />
        <path d="M24 24h36a5 5 0 0 1 5 5v15a5 5 0 0 1-5 5H40l-9 8v-8h-7a5 5 0 0 1-5-5V29a5 5 0 0 1 5-5z" />
        <path
          className="hot"
          d="M78 38h28a5 5 0 0 1 5 5v13a5 5 0 0 1-5 5h-6v8l-9-8H78a5 5 0 0 1-5-5V43a5 5 0 0 1 5-5z"
        />
        <path d="M28 33h26M28 40h16" />
      </>
    ),
  },
  leave: {
    x: 13,
    lines: (
      <>
        <path className="fill" d="M60 84V42a16 16 0 0 1 32 0v42z" />
        <path d="M14 84h104M46 84V22M106 84V22M40 22h72M42 16h68M40 22v-6M112 22v-6M60 84V42a16 16 0 0 1 32 0v42" />
        <path className="hot" d="M78 62H30M40 52 30 62l10 10" />
      </>
    ),
  },
}

/** `FailureDrawing` is separate, because every page may show it. */
export type DrawingName = keyof typeof drawings

export function Drawing({ name }: { name: DrawingName }) {
  const { x, lines } = drawings[name]
  return (
    <svg className="drawing" viewBox={`${x} 8 132 80`} aria-hidden="true">
      {lines}
    </svg>
  )
}
