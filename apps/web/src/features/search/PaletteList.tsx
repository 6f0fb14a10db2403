import { type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { Area } from '../../app/session.ts'
import { Excerpt } from './Excerpt.tsx'
import { PaletteStatus } from './PaletteStatus.tsx'
import type { PaletteAction } from './palette-action.tsx'
import type { PaletteOption } from './palette-option.ts'
import type { ShowPanel } from './palette-props.ts'
import { usePalette } from './use-palette.tsx'

interface Props {
  area: Area
  /** Undefined in a preview, which remembers nothing. */
  ownerId: string | undefined
  text: string
  actions: PaletteAction[]
  id: string
  /** Takes the keys that are pressed in the field. */
  pressInList: RefObject<(event: KeyboardEvent) => void>
  /** Called with the id of the option that Enter opens. */
  onActive: (id: string | undefined) => void
  onPanel: ShowPanel
  onClose: () => void
}

/** The results for the text in the field, or without a text the recently opened things, with actions below them. */
export function PaletteList({ id, text, pressInList, onActive, onClose, ...rest }: Props) {
  const { groups, everything, ...state } = usePalette({ text, ...rest })
  const options = groups.flatMap((group) => group.options)
  const { active, activate } = useActiveOption(text, options, everything)
  const idOf = (option: PaletteOption) => `${id}-${options.indexOf(option)}`
  const activeId = active && idOf(active)

  useLayoutEffect(() => onActive(activeId), [activeId, onActive])
  useLayoutEffect(() => {
    pressInList.current = (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (!active || (!step && event.key !== 'Enter')) return
      event.preventDefault()
      if (!step) return document.getElementById(idOf(active))?.click()
      const next = options.at((options.indexOf(active) + step) % options.length)
      if (!next) return
      activate(next)
      document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
    }
  })

  function follow({ run }: PaletteOption) {
    if (!run) return onClose()
    // Closes the palette first, so that a dialog which opens next returns the focus to the element that opened the
    // palette.
    flushSync(onClose)
    run()
  }
  return (
    <>
      <PaletteStatus text={text} {...state} />
      <div id={id} role="listbox" aria-label="Results and actions" className="palette__list">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a listbox
          <div key={group.label} role="group" aria-label={group.label}>
            <p className="palette__group" aria-hidden="true">
              {group.label}
            </p>
            {group.options.map((option) => (
              <Option
                key={option.key}
                id={idOf(option)}
                option={option}
                isActive={option === active}
                onPoint={() => activate(option)}
                onFollow={() => follow(option)}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  )
}

interface OptionProps {
  id: string
  option: PaletteOption
  isActive: boolean
  onPoint: () => void
  onFollow: () => void
}

function Option({ id, option: { icon, label, kind, note, to }, isActive, onPoint, onFollow }: OptionProps) {
  const attributes = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    className: 'palette__option',
    // Handles moves only: an option that scrolls under a resting pointer does not become active.
    onPointerMove: onPoint,
    onClick: onFollow,
  }
  const face = (
    <>
      {icon}
      <span className="cut" dir="auto">
        <Excerpt parts={label} />
        <span className="vh">
          {kind && `, ${kind}`}
          {note && ', '}
        </span>
      </span>
      {note && (
        <span className="small muted cut" dir="auto">
          {note}
        </span>
      )}
    </>
  )
  if (to === undefined) return <div {...attributes}>{face}</div>
  return (
    <Link to={to} {...attributes}>
      {face}
    </Link>
  )
}

/**
 * The first option is active until another is chosen by key or pointer. It stays active when others are added above
 * it. Only the option that leads to the page with everything is replaced by the first result.
 */
function useActiveOption(text: string, options: PaletteOption[], everything: PaletteOption | undefined) {
  const [chosen, setChosen] = useState({ text, key: '' })
  const found = options.find(({ key }) => chosen.text === text && chosen.key === key)
  const active = found ?? options[0]
  if (!found && active && active.key !== everything?.key) setChosen({ text, key: active.key })
  return { active, activate: ({ key }: PaletteOption) => setChosen({ text, key }) }
}
