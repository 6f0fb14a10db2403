import { MARGIN_PT, renderPdf } from './pdf.ts'

interface Dish {
  name: string
  marks?: string
  price: string
}

interface Proof {
  breads: Dish[]
  /** Of the prices, in points. */
  priceSize: number
}

const RYE = { name: 'Rye loaf', marks: 'G', price: '4.80' }
const SOURDOUGH = { name: 'Sourdough', marks: 'G', price: '4.60' }
const SEEDED = { name: 'Seeded batch', marks: 'G  S', price: '4.20' }

const proofs: Record<1 | 2 | 3, Proof> = {
  1: { breads: [SOURDOUGH, RYE], priceSize: 16 },
  2: { breads: [SOURDOUGH, RYE, SEEDED], priceSize: 16 },
  3: { breads: [RYE, SOURDOUGH, SEEDED], priceSize: 12 },
}

/** The menu of a bakery as it gets better from proof to proof. */
export function renderMenu(number: 1 | 2 | 3) {
  const { breads, priceSize } = proofs[number]
  return renderPdf(`Northwind Bakery: spring menu, proof ${number}`, [
    [
      { text: 'Northwind Bakery', size: 30, top: 76, left: 98 },
      { text: 'SPRING MENU', size: 10, top: 95, left: 165, colour: 'soft', spacing: 2 },
      ...section('Breads', 140, breads, priceSize),
      ...section(
        'Cakes',
        250,
        [
          { name: 'Lemon and thyme', marks: 'G  E  M', price: '3.60' },
          { name: 'Hazelnut torte', marks: 'N  E  M', price: '3.90' },
          { name: 'Rhubarb bake', marks: 'G  E', price: '3.40' },
          { name: 'Frangipane', marks: 'G  E  N', price: '3.20' },
        ],
        priceSize,
      ),
      ...section(
        'To drink',
        382,
        [
          { name: 'Filter coffee', price: '2.60' },
          { name: 'Elderflower', price: '2.90' },
          { name: 'Hot chocolate', marks: 'M', price: '3.10' },
        ],
        priceSize,
      ),
      ...foot('G gluten, N nuts, S sesame, E egg, M milk. Ask us, we know every recipe.'),
    ],
    [
      { text: 'To take away', size: 30, top: 76, left: 132 },
      { text: 'SPRING MENU', size: 10, top: 95, left: 165, colour: 'soft', spacing: 2 },
      ...section(
        'Before ten',
        140,
        [
          { name: 'Bacon roll', marks: 'G', price: '4.50' },
          { name: 'Porridge with honey', marks: 'M', price: '3.20' },
        ],
        priceSize,
      ),
      ...section(
        'All day',
        230,
        [
          { name: 'Soup and a slice', marks: 'G', price: '5.80' },
          { name: 'Cheese twist', marks: 'G  M', price: '2.90' },
        ],
        priceSize,
      ),
      ...foot('Ring before eleven and it is ready at noon.'),
    ],
  ])
}

function section(title: string, top: number, dishes: Dish[], priceSize: number) {
  const rows = dishes.flatMap(({ name, marks = '', price }, row) => {
    const line = top + 30 + 21 * row
    // Each of the four characters of a price is as wide as in every other.
    const left = 372 - 1.75 * priceSize
    return [
      { text: name, size: 14, top: line },
      { text: marks, size: 8, top: line - 1, left: 230, font: 'Helvetica', colour: 'green' } as const,
      { text: price, size: priceSize, top: line, left },
    ]
  })
  return [{ text: title, size: 18, top, colour: 'accent', rule: 8 } as const, ...rows]
}

function foot(text: string) {
  const style = { size: 8, left: MARGIN_PT, font: 'Helvetica', colour: 'soft' } as const
  return [
    { text, top: 514, ...style },
    { text: '14 Quay Street. Open from eight, closed on Mondays.', top: 528, ...style },
  ]
}
