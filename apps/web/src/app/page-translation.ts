/**
 * The translation of pages in browsers replaces text nodes by `<font>` elements or by other text nodes. React still holds the
 * replaced ones: it would throw when it removes one or inserts something before it, and a changed text would not reach the
 * page. So an element gets its own nodes back when React changes something in it. The browser then translates them again.
 */
export function repairTranslatedElements() {
  /** The child nodes that React knows, of the elements in which text nodes were replaced. */
  const ownChildren = new WeakMap<Node, Node[]>()
  const ownParents = new WeakMap<Node, Node>()
  let insertedFont: Node | undefined

  const observer = new MutationObserver(recordReplacements)
  observer.observe(document.body, { childList: true, subtree: true })

  function recordReplacements(records: MutationRecord[]) {
    for (const parent of new Set(records.map(({ target }) => target))) {
      const changes = records.filter(({ target }) => target === parent)
      const texts = changes.flatMap(({ removedNodes }) => [...removedNodes].filter(isText))
      if (texts.length > 0 && changes.some(({ addedNodes }) => addedNodes.length > 0))
        recordReplacement(parent, texts, () => undo(changes, [...parent.childNodes]))
    }
  }

  function recordReplacement(parent: Node, texts: Node[], findChildren: () => Node[]) {
    if (!ownChildren.has(parent)) ownChildren.set(parent, findChildren())
    for (const text of texts) ownParents.set(text, parent)
  }

  /** Elements that are in their place stay untouched, and keep the focus. */
  function restore(parent: Node | undefined) {
    recordReplacements(observer.takeRecords())
    const children = parent && ownChildren.get(parent)
    if (!children) return
    ownChildren.delete(parent)
    for (const child of [...parent.childNodes]) if (!children.includes(child)) remove.call(parent, child)
    let next: Node | null = null
    for (const child of children.toReversed()) {
      if (child.parentNode !== parent || child.nextSibling !== next) insert.call(parent, child, next)
      next = child
    }
  }

  /** Changes that React makes itself replace nothing. */
  function change<T>(parent: Node | undefined, make: () => T) {
    restore(parent)
    const result = make()
    observer.takeRecords()
    return result
  }

  const { insertBefore: insert, appendChild: append, removeChild: remove } = Node.prototype
  Object.assign(Node.prototype, {
    insertBefore(this: Node, node: Node, next: Node | null) {
      if (node.nodeName !== 'FONT') return change(this, () => insert.call(this, node, next))
      // React has no such element: a translator is about to remove the text beside it.
      insertedFont = node
      return insert.call(this, node, next)
    },
    appendChild(this: Node, node: Node) {
      return change(this, () => append.call(this, node))
    },
    removeChild(this: Node, node: Node) {
      const font = insertedFont
      insertedFont = undefined
      if (!font || (node.previousSibling !== font && node.nextSibling !== font))
        return change(this, () => remove.call(this, node))
      recordReplacement(this, [node], () => [...this.childNodes].filter((child) => child !== font))
      return remove.call(this, node)
    },
  })
  redefineSetter(Text.prototype, 'nodeValue', (text, set) => change(ownParents.get(text), set))
  redefineSetter(Element.prototype, 'textContent', (element, set) => {
    change(undefined, set)
    ownChildren.delete(element)
  })
}

/** The child nodes before the changes. */
function undo(changes: MutationRecord[], children: Node[]) {
  for (const { addedNodes, removedNodes, nextSibling } of changes.toReversed()) {
    const end = nextSibling ? children.indexOf(nextSibling) : children.length
    children.splice(end - addedNodes.length, addedNodes.length, ...removedNodes)
  }
  return children
}

function redefineSetter(
  prototype: Node,
  name: 'nodeValue' | 'textContent',
  onSet: (node: Node, set: () => void) => void,
) {
  const own = Object.getOwnPropertyDescriptor(Node.prototype, name)
  if (!own) return
  Object.defineProperty(prototype, name, {
    ...own,
    set(this: Node, text: string | null) {
      onSet(this, () => own.set?.call(this, text))
    },
  })
}

const isText = (node: Node) => node.nodeType === Node.TEXT_NODE
