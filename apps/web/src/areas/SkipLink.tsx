/** The first thing the keyboard reaches. Every area has a main part called `main`. */
export function SkipLink() {
  return (
    <a className="skip" href="#main">
      Skip to content
    </a>
  )
}
