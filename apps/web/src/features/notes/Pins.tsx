import { type notes, truncate } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { clusterPins } from './cluster-pins.ts'
import { noteLabel } from './listed-note.ts'
import { NewPin } from './NewPin.tsx'
import { pinnedNotes } from './notes.queries.ts'
import { type NotesOnScreen, noteRowId, useNotesOnScreen } from './notes-on-screen.ts'
import { pinReach, positionOf } from './pin-position.ts'
import { useClicks } from './use-clicks.ts'
import './pins.css'

const Menu = lazyDialog(() => import('../../ui/Menu.tsx'))

interface PinsProps {
  /** The page number in a document with pages. */
  page?: number | undefined
  /** The older version of a comparison, which has its own pins; new ones go on the newer. */
  olderVersion?: { id: string; version: number }
}

/** The pins on a picture or page, as large as the element around them. */
export function Pins(props: PinsProps) {
  const onScreen = useNotesOnScreen()
  return onScreen?.placeKind === 'point' && <PinsOfPage onScreen={onScreen} {...props} />
}

/** With its position on the layer of pins. */
type PinnedNote = notes.Note & { x: number; y: number }

function PinsOfPage({ onScreen, page, olderVersion }: PinsProps & { onScreen: NotesOnScreen }) {
  const { file, filter, place } = onScreen
  const shown = olderVersion ?? file
  const { data = [] } = useQuery(pinnedNotes(file.id, { ...filter, ...(page && { page }) }))
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  const size = useSize(layer)
  const pins = data.filter(
    (note): note is PinnedNote => note.x !== null && note.y !== null && note.version <= shown.version,
  )
  const isPlacing = onScreen.isPlacing && !olderVersion
  const mayClick = onScreen.mayClick && !olderVersion
  useClicks(layer?.closest('.stage__page') ?? layer?.parentElement, mayClick ? layer : null, (position) =>
    onScreen.clickOn(position && { ...(page && { page }), ...position }),
  )
  const isPlacedHere = !olderVersion && place?.x !== undefined && (page === undefined || place.page === page)
  return (
    <div className="pins" ref={setLayer} data-clickable={mayClick || undefined}>
      {size &&
        clusterPins(pins, size, pinReach()).map((group) => (
          <PinOrGroup key={group[0].id} onScreen={onScreen} group={group} shown={shown} />
        ))}
      {!isPlacing && isPlacedHere && (
        <span className="pin pin--new" aria-hidden="true" {...positionOf(place)}>
          <Icon name="chat" small />
        </span>
      )}
      {isPlacing && layer && <NewPin onScreen={onScreen} layer={layer} page={page} />}
    </div>
  )
}

interface PinProps {
  onScreen: NotesOnScreen
  /** The version that it is drawn on. */
  shown: { id: string; version: number }
  /** What else its name says. */
  about?: string
  /** Called besides selecting it. */
  onChoose?: (note: PinnedNote) => void
}
type Group = [PinnedNote, ...PinnedNote[]]

export function PinOrGroup({ group, ...props }: PinProps & { group: Group }) {
  return group.length > 1 ? <PinGroup group={group} {...props} /> : <Pin note={group[0]} {...props} />
}

function Pin({ onScreen, note, shown, about = '', onChoose }: PinProps & { note: PinnedNote }) {
  const { file, area, selectedId, select } = onScreen
  const isSelected = note.id === selectedId
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isSelected) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isSelected])
  return (
    <button
      ref={button}
      type="button"
      className="pin"
      data-state={note.state}
      data-earlier={note.fileId !== shown.id || undefined}
      aria-pressed={isSelected}
      aria-label={noteLabel(area, note) + versionSuffix(shown, file) + about}
      title={note.text.slice(0, 120)}
      onClick={() => {
        onChoose?.(note)
        if (isSelected) focusRow(note.id)
        else select(note.id)
      }}
      {...positionOf(note)}
    >
      {note.number}
    </button>
  )
}

/** Pressing the pin of the selected note again moves on to the note in the list. */
function focusRow(id: string) {
  document.getElementById(noteRowId(id))?.querySelector('button')?.focus()
}

/** Opens a list of the notes and does not zoom. */
function PinGroup({ onScreen, group, shown, about = '', onChoose }: PinProps & { group: Group }) {
  const { file, area, selectedId, select } = onScreen
  const [anchor, setAnchor] = useState<HTMLElement>()
  const label = `${group.length} notes here${versionSuffix(shown, file)}${about}`
  const isOpen = group.some(({ state }) => state === 'open')
  return (
    <>
      <button
        type="button"
        className="pin pin--group"
        data-state={isOpen ? 'open' : 'done'}
        data-selected={group.some(({ id }) => id === selectedId) || undefined}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        {...positionOf(group[0])}
      >
        {group.length}×
      </button>
      {anchor && (
        <Menu
          label={label}
          anchor={anchor}
          items={group.map((note) => ({
            label: `${noteLabel(area, note)}: ${truncate(note.text, 60)}`,
            icon: <span className="pins__number">{note.number}</span>,
            onSelect: () => {
              onChoose?.(note)
              select(note.id)
            },
          }))}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  )
}

/** A comparison may show a pin twice. */
const versionSuffix = (shown: PinProps['shown'], file: PinProps['shown']) =>
  shown.id === file.id ? '' : `, on version ${shown.version}`

/** Undefined until it has been measured. */
export function useSize(element: HTMLElement | null) {
  const [size, setSize] = useState<{ width: number; height: number }>()
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return size
}
