import { privatePageMeta } from '../../app/private-page-meta.ts'
import { areaOnScreen } from '../../app/session.ts'
import { Page, useTitle } from '../../ui/Page.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SearchResults } from './SearchResults.tsx'
import { useSearchUrl } from './use-search-url.ts'
import './search.css'

export const meta = privatePageMeta('Search')

export default function SearchPage() {
  const { text, kind, change } = useSearchUrl()
  const area = areaOnScreen()
  useTitle(text ? `“${text}”` : undefined)
  return (
    <Page heading="Search">
      <SearchField
        label="Search"
        className="search--page"
        value={text}
        onSearch={(typed) => change({ text: typed })}
      />
      {text ? (
        <SearchResults area={area} text={text} kind={kind} onKind={(chosen) => change({ kind: chosen })} />
      ) : (
        <p className="search__hint">
          Write what you are looking for: a name, a word from a message, the beginning of a file name. Half a
          word is enough.
        </p>
      )}
    </Page>
  )
}
