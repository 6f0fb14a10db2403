/** The main element of a page whose scripts have not rendered it yet. */
export function PageLoading() {
  return (
    <main id="main" aria-busy="true">
      <p className="vh" role="status">
        Loading...
      </p>
      <noscript>
        <p>Portico needs JavaScript. Please switch it on and load the page again.</p>
      </noscript>
    </main>
  )
}
