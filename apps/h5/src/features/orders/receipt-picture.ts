/** The content of a receipt's picture, in the reader's language. */
export interface PictureFacts {
  readonly title: string
  /** The sandbox's play-money label; null elsewhere. */
  readonly tag: string | null
  readonly net: string
  readonly sentence: string
  readonly ends: readonly [PictureEnd, PictureEnd]
  /** Names and values, from the stake to the order's number. */
  readonly lines: readonly (readonly [name: string, value: string])[]
  readonly foot: string
}

export interface PictureEnd {
  readonly label: string
  readonly price: string
  readonly slot: string
  readonly when: string
}

const widthPx = 390
const gutterPx = 20
/** Sharp on every phone. */
const scale = 3
const lineHeightPx = 30

/** Draws a receipt as a PNG in the colours that the app wears now. Null where this browser cannot draw. */
export async function receiptPicture(facts: PictureFacts, language: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (context === null) return null
  await document.fonts.ready
  const look = lookOf(document.documentElement)
  // Drawn twice: the first time finds how high it is.
  const heightPx = draw(context, facts, { ...look, language })
  canvas.width = widthPx * scale
  canvas.height = heightPx * scale
  context.scale(scale, scale)
  context.fillStyle = look.paper
  context.fillRect(0, 0, widthPx, heightPx)
  draw(context, facts, { ...look, language })
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
}

interface Look {
  readonly paper: string
  readonly ink: string
  readonly quiet: string
  readonly line: string
  readonly sand: string
  readonly onSand: string
  readonly family: string
  readonly language: string
}

function lookOf(root: HTMLElement): Omit<Look, 'language'> {
  const style = getComputedStyle(root)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    paper: colour('--surface'),
    ink: colour('--text'),
    quiet: colour('--text-2'),
    line: colour('--line-2'),
    sand: colour('--sandbox'),
    onSand: colour('--on-sandbox'),
    family: getComputedStyle(document.body).fontFamily,
  }
}

/** Draws from the top, and returns the bottom position. */
function draw(context: CanvasRenderingContext2D, facts: PictureFacts, look: Look): number {
  let y = 36
  const write = (
    text: string,
    size: number,
    options: { colour?: string; weight?: number; x?: number; align?: CanvasTextAlign } = {},
  ) => {
    const { colour = look.ink, weight = 430, x = gutterPx, align = 'left' } = options
    context.font = `${weight} ${size}px ${look.family}`
    context.fillStyle = colour
    context.textAlign = align
    context.fillText(text, x, y)
  }
  const paragraph = (text: string, size: number, options: { colour?: string; weight?: number } = {}) => {
    context.font = `${options.weight ?? 430} ${size}px ${look.family}`
    for (const line of wrapped(
      text,
      (part) => context.measureText(part).width <= widthPx - 2 * gutterPx,
      look.language,
    )) {
      write(line, size, options)
      y += size * 1.4
    }
  }
  if (facts.tag !== null) y = tagged(context, facts.tag, look, y)
  paragraph(facts.title, 16, { weight: 560 })
  y += 26
  write(facts.net, 36, { weight: 560 })
  y += 28
  paragraph(facts.sentence, 14, { colour: look.quiet })
  y = ruled(context, look, y)
  const top = y
  for (const [index, end] of facts.ends.entries()) {
    const place =
      index === 0 ? { x: gutterPx, align: 'left' as const } : { x: widthPx - gutterPx, align: 'right' as const }
    y = top
    for (const [text, size, weight] of [
      [end.label, 12, 530],
      [end.price, 21, 580],
      [end.slot, 12, 430],
      [end.when, 12, 430],
    ] as const) {
      write(text, size, { ...place, weight, colour: size === 21 ? look.ink : look.quiet })
      y += size === 12 ? 20 : 22
      if (size === 12 && text === end.label) y += 6
    }
  }
  y = ruled(context, look, y)
  for (const [name, value] of facts.lines) {
    write(name, 14, { colour: look.quiet })
    write(value, 14, { weight: 530, x: widthPx - gutterPx, align: 'right' })
    y += lineHeightPx
  }
  y += 8
  paragraph(facts.foot, 12, { colour: look.quiet })
  return y + 8
}

/** The note that it is play money, on sand as everywhere. */
function tagged(context: CanvasRenderingContext2D, tag: string, look: Look, y: number): number {
  context.fillStyle = look.sand
  context.fillRect(0, 0, widthPx, y)
  context.font = `560 13px ${look.family}`
  context.fillStyle = look.onSand
  context.textAlign = 'left'
  context.fillText(tag, gutterPx, y - 13)
  return y + 36
}

function ruled(context: CanvasRenderingContext2D, look: Look, y: number): number {
  context.strokeStyle = look.line
  context.lineWidth = 1.5
  context.setLineDash([4, 4])
  context.beginPath()
  context.moveTo(gutterPx, y)
  context.lineTo(widthPx - gutterPx, y)
  context.stroke()
  return y + 30
}

/** A text in lines that fit, broken where its language breaks. */
export function wrapped(text: string, fits: (line: string) => boolean, language: string): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    if (
      line.trim() !== '' &&
      !fits((line + segment).trimEnd()) &&
      segment.trim() !== '' &&
      !/^\p{P}+$/u.test(segment)
    ) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += line === '' ? segment.trimStart() : segment
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()]
}
