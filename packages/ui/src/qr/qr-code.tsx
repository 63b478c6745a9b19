import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { encode } from 'uqr'
import styles from './qr-code.module.css'
import { qrPath } from './qr-path.ts'

/** Light modules around the code: scanners need them. */
const quietModules = 2

export interface QrCodeProps {
  readonly text: string
  /** An accessible name; the encoded text itself is shown beside the code. */
  readonly label: string
  readonly sizePx: number
  /** A small sign over the middle of the code, which then bears the loss. */
  readonly mark?: ReactNode
}

/** A QR code, dark on light in both themes. */
export function QrCode({ text, label, sizePx, mark }: QrCodeProps) {
  const hasMark = mark !== undefined
  const { path, size } = useMemo(() => codeOf(text, hasMark ? 'H' : 'M'), [text, hasMark])
  const edge = size + 2 * quietModules
  const code = (
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
  if (!hasMark) return code
  return (
    <span className={styles.marked}>
      {code}
      <span className={styles.mark}>{mark}</span>
    </span>
  )
}

/** The same code as a PNG for saving. Null when the browser cannot draw one. */
export async function qrPicture(text: string, sizePx: number): Promise<Blob | null> {
  const { path, size } = codeOf(text, 'M')
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

/** `tolerance`: M restores 15 % of a code, H 30 %. */
function codeOf(text: string, tolerance: 'M' | 'H'): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: tolerance, border: 0 })
  return { path: qrPath(data), size }
}
