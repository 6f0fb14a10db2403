import sharp from 'sharp'

/** The drawings have no text, because not every machine has a font. */
const frame = (body: string) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 1200 900">
      <defs>
        <linearGradient id="wall" x2="0" y2="1"><stop stop-color="#efe3cf"/><stop offset="1" stop-color="#d8c2a0"/></linearGradient>
        <linearGradient id="crust" x2="0" y2="1"><stop stop-color="#d89a55"/><stop offset="1" stop-color="#8a4f22"/></linearGradient>
      </defs>${body}</svg>`),
  )

const drawLoaf = (x: number, y: number, width: number) => {
  const cuts = [-0.45, 0, 0.45].map(
    (part) =>
      `<path d="M${x + part * width - 22} ${y - 18} q 26 -26 52 -6" stroke="#f3dcb4" stroke-width="9" stroke-linecap="round" fill="none"/>`,
  )
  return `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="${width * 0.52}" fill="url(#crust)"/>${cuts.join('')}`
}

export function drawCounter() {
  const shelf = (y: number) => `<rect x="0" y="${y}" width="1200" height="26" fill="#6d4326"/>`
  const awning = Array.from(
    { length: 12 },
    (_, n) => `<path d="M${n * 100} 0 h100 v110 q -50 46 -100 0 z" fill="${n % 2 ? '#f7f1e4' : '#4d6b46'}"/>`,
  )
  return frame(
    `<rect width="1200" height="900" fill="url(#wall)"/>${shelf(470)}${shelf(770)}
     ${drawLoaf(230, 405, 130)}${drawLoaf(560, 400, 145)}${drawLoaf(915, 408, 125)}
     ${drawLoaf(330, 705, 140)}${drawLoaf(690, 700, 150)}${drawLoaf(1010, 712, 110)}
     <rect y="796" width="1200" height="104" fill="#8d5a35"/>${awning.join('')}`,
  )
    .jpeg({ quality: 84 })
    .toBuffer()
}

export function drawColours() {
  const stripes = ['#4d6b46', '#f7f1e4', '#b5532a', '#2b2420', '#e3b872'].map(
    (colour, n) => `<rect x="${n * 240}" width="240" height="900" fill="${colour}"/>`,
  )
  return frame(stripes.join('')).png({ palette: true }).toBuffer()
}

export function drawSprig() {
  const leaves = Array.from({ length: 9 }, (_, n) => {
    const [y, side] = [720 - n * 62, n % 2 ? 1 : -1]
    const reach = side * (190 - n * 13)
    return `<path d="M600 ${y} q ${reach * 0.4} -95 ${reach} -70 q ${-reach * 0.3} 78 ${-reach} 70 z" fill="${n % 2 ? '#5d7f5a' : '#7c9b6d'}"/>`
  })
  const flowers = [
    [600, 130, 46],
    [470, 250, 30],
    [742, 215, 34],
  ].map(
    ([x, y, r]) =>
      `<circle cx="${x}" cy="${y}" r="${r}" fill="#e7b7b0"/><circle cx="${x}" cy="${y}" r="${(r ?? 0) / 3}" fill="#b5532a"/>`,
  )
  return frame(
    `<rect width="1200" height="900" fill="#faf6ee"/><path d="M600 840 Q 585 480 600 130" stroke="#48623f" stroke-width="10" fill="none"/>${leaves.join('')}${flowers.join('')}`,
  )
    .png({ palette: true })
    .toBuffer()
}

export function drawVan() {
  const wheel = (x: number) =>
    `<circle cx="${x}" cy="690" r="86" fill="#26221f"/><circle cx="${x}" cy="690" r="40" fill="#cfc8bd"/>`
  return frame(
    `<rect width="1200" height="900" fill="#dfe6e8"/><rect y="730" width="1200" height="170" fill="#9aa3a4"/>
     <path d="M110 690 V300 q 0 -40 40 -40 H790 q 40 0 70 40 L980 440 q 110 20 120 80 V690 z" fill="#fbfaf7"/>
     <path d="M800 310 L900 440 H760 V310 z" fill="#7d98a6"/><path d="M110 520 H1100 V575 H110 z" fill="#2f5d62"/>
     <path d="M200 470 l 70 -120 70 120 z M360 470 l 70 -120 70 120 z" fill="#c8803c"/>${wheel(320)}${wheel(900)}`,
  )
    .webp({ quality: 84 })
    .toBuffer()
}
