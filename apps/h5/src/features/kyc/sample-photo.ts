import type { KycSide } from '@candor/api'

const widthPx = 1_368
const heightPx = 864

/** What a sample document shows. A recovery has no birth date. */
export interface SampleText {
  readonly name: string
  readonly birthDate?: string
  readonly number: string
}

/** Draws a document labelled SAMPLE, for the sandbox: with the entered name, and without a face. */
export async function samplePhoto(side: KycSide, text: SampleText): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = widthPx
  canvas.height = heightPx
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.scale(4, 4)
  context.fillStyle = 'rgb(70 64 58)'
  context.fillRect(0, 0, widthPx, heightPx)
  card(context)
  if (side === 'front') front(context, text)
  else back(context, text)
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.92)
  })
}

const ink = 'rgb(74 79 85)'
const pale = 'rgb(199 196 187)'

function card(context: CanvasRenderingContext2D): void {
  context.fillStyle = 'rgb(228 225 215)'
  context.beginPath()
  context.roundRect(12, 10, 318, 196, 12)
  context.fill()
  context.fillStyle = 'rgb(210 208 200)'
  context.fillRect(12, 22, 318, 28)
  write(context, 'SAMPLE DOCUMENT', { x: 26, y: 41, font: '650 13px sans-serif' })
}

function front(context: CanvasRenderingContext2D, { name, birthDate, number }: SampleText): void {
  context.fillStyle = pale
  context.fillRect(26, 64, 84, 110)
  context.fillStyle = 'rgb(160 158 150)'
  context.beginPath()
  context.arc(68, 104, 20, 0, 2 * Math.PI)
  context.fill()
  context.beginPath()
  context.ellipse(68, 174, 36, 40, 0, Math.PI, 2 * Math.PI)
  context.fill()
  write(context, 'NAME', { x: 126, y: 74, font: '600 8px sans-serif' })
  write(context, name, { x: 126, y: 88, font: '600 13px sans-serif' })
  if (birthDate !== undefined) {
    write(context, 'BORN', { x: 126, y: 104, font: '600 8px sans-serif' })
    write(context, birthDate, { x: 126, y: 118, font: '600 13px monospace' })
  }
  write(context, 'NUMBER', { x: 126, y: 134, font: '600 8px sans-serif' })
  write(context, number, { x: 126, y: 148, font: '600 13px monospace' })
  write(context, 'NOT A REAL DOCUMENT', { x: 126, y: 168, font: '600 10px sans-serif' })
}

function back(context: CanvasRenderingContext2D, { name, number }: SampleText): void {
  context.fillStyle = ink
  context.fillRect(12, 62, 318, 26)
  context.fillStyle = pale
  context.fillRect(26, 102, 90, 22)
  const filler = '<'.repeat(30)
  write(context, `SAMPLE<<${number}${filler}`.slice(0, 30), { x: 26, y: 150, font: '12px monospace' })
  write(context, `${name.toUpperCase().replace(/\P{L}/gu, '<')}${filler}`.slice(0, 30), {
    x: 26,
    y: 168,
    font: '12px monospace',
  })
  write(context, 'NOT A REAL DOCUMENT', { x: 26, y: 190, font: '600 10px sans-serif' })
}

function write(
  context: CanvasRenderingContext2D,
  text: string,
  { x, y, font }: { x: number; y: number; font: string },
): void {
  context.fillStyle = ink
  context.font = font
  context.fillText(text, x, y, 196)
}
