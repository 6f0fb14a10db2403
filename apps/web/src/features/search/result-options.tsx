import type { search, TitleQuery } from '@portico/contract'
import type { Area } from '../../app/session.ts'
import { kindLabels } from './kind-labels.ts'
import type { LoadedItem } from './loaded-items.ts'
import { markWords } from './match-words.ts'
import type { PaletteOption } from './palette-option.ts'
import { ResultIcon } from './ResultIcon.tsx'
import { isNamed, isTitle } from './result-title.ts'

export function loadedOption({ kind, id, title, note, url }: LoadedItem, query: TitleQuery): PaletteOption {
  return {
    key: `${kind} ${id}`,
    icon: <ResultIcon kind={kind} title={title} />,
    label: markWords(title, query),
    kind: kindLabels[kind][0],
    note: note || undefined,
    to: url,
  }
}

export function resultOption(result: search.SearchResult, area: Area, query: TitleQuery): PaletteOption {
  const { kind, id, title, excerpt, url } = result
  return {
    key: `${kind} ${id}`,
    icon: <ResultIcon kind={kind} title={title} />,
    label: isNamed(kind) && !isTitle(result) ? markWords(title, query) : excerpt,
    kind: kindLabels[kind][0],
    note: noteOf(result, area),
    to: url,
  }
}

function noteOf({ kind, title, projectTitle, clientName }: search.SearchResult, area: Area) {
  if (kind === 'client') return undefined
  if (kind === 'note') return title
  if (kind === 'message') return area === 'freelancer' ? clientName : title
  if (kind === 'project') return area === 'freelancer' ? clientName : undefined
  return projectTitle ?? undefined
}
