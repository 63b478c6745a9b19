import { useMemo } from 'react'
import { encode } from 'uqr'
import styles from './qr-code.module.css'
import { qrPath } from './qr-path.ts'

/** Light modules around the code: scanners need them. */
const quietModules = 2

export interface QrCodeProps {
  readonly text: string
  /** What it is, for who cannot see it; the text itself stands beside it. */
  readonly label: string
  readonly sizePx: number
}

/** A QR code, dark on light in both themes. */
export function QrCode({ text, label, sizePx }: QrCodeProps) {
  const { path, size } = useMemo(() => codeOf(text), [text])
  const edge = size + 2 * quietModules
  return (
    <svg
      className={styles.code}
      width={sizePx}
      height={sizePx}
      viewBox={`${-quietModules} ${-quietModules} ${edge} ${edge}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}

/** The same code as a PNG, for keeping. Null where the browser draws none. */
export async function qrPicture(text: string, sizePx: number): Promise<Blob | null> {
  const { path, size } = codeOf(text)
  const canvas = document.createElement('canvas')
  canvas.width = sizePx
  canvas.height = sizePx
  const context = canvas.getContext('2d')
  if (context === null) return null
  const scale = sizePx / (size + 2 * quietModules)
  context.fillStyle = 'white'
  context.fillRect(0, 0, sizePx, sizePx)
  context.setTransform(scale, 0, 0, scale, quietModules * scale, quietModules * scale)
  context.fillStyle = 'black'
  context.fill(new Path2D(path))
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

function codeOf(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  return { path: qrPath(data), size }
}
