import { notes } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { exportNotes } from './notes.queries.ts'
import type { NotesOnScreen } from './notes-on-screen.ts'

interface Props {
  onScreen: NotesOnScreen
  counts: notes.Counts | undefined
}

export function NoteFilters({ onScreen, counts }: Props) {
  const { filter, changeFilter, file, area, pages } = onScreen
  const { state, author, version, page } = filter
  const [isOpen, setOpen] = useState(false)
  const save = useMutation(exportNotes(file.id, filter))
  const narrowed = [author, version, page].filter((value) => value !== undefined).length
  const all = counts ? `All ${counts.total}` : 'All'
  const open = counts ? `Open ${counts.open}` : 'Open'
  return (
    <>
      <Segments
        label="Which notes"
        options={[all, open]}
        value={state === 'open' ? open : all}
        onChange={(choice) => changeFilter({ state: choice === open ? 'open' : undefined })}
      />
      <Button
        look="quiet"
        size="sm"
        aria-expanded={isOpen}
        aria-controls="note-filters"
        onClick={() => setOpen(!isOpen)}
      >
        {narrowed > 0 ? `Filter (${narrowed})` : 'Filter'}
      </Button>
      <div className="notes__filters" id="note-filters" hidden={!isOpen}>
        <label>
          <span className="small">By</span>
          <select
            className="input"
            value={author ?? ''}
            onChange={({ target }) =>
              changeFilter({ author: (target.value || undefined) as notes.NoteFilter['author'] })
            }
          >
            <option value="">Everybody</option>
            <option value={area === 'client' ? 'Client' : 'Freelancer'}>You</option>
            <option value={area === 'client' ? 'Freelancer' : 'Client'}>
              {area === 'client' ? 'The other side' : 'The client'}
            </option>
          </select>
        </label>
        {file.versions > 1 && (
          <label>
            <span className="small">On</span>
            <select
              className="input"
              value={version ?? ''}
              onChange={({ target }) => changeFilter({ version: Number(target.value) || undefined })}
            >
              <option value="">All versions</option>
              <option value={file.version}>Version {file.version} only</option>
            </select>
          </label>
        )}
        {pages && pages.count > 1 && (
          <label>
            <span className="small">Where</span>
            <select
              className="input"
              value={page ?? ''}
              onChange={({ target }) => changeFilter({ page: Number(target.value) || undefined })}
            >
              <option value="">All pages</option>
              {page !== undefined && page !== pages.number && <option value={page}>Page {page}</option>}
              <option value={pages.number}>Page {pages.number}</option>
            </select>
          </label>
        )}
        <div className="notes__export">
          <Button
            size="sm"
            busy={save.isPending}
            onClick={() => save.mutate({ endpoint: notes.exportText, name: `${file.fileName} (notes).txt` })}
          >
            Export as text
          </Button>
          <Button
            size="sm"
            busy={save.isPending}
            onClick={() => save.mutate({ endpoint: notes.exportCsv, name: `${file.fileName} (notes).csv` })}
          >
            Export as CSV
          </Button>
        </div>
      </div>
    </>
  )
}
