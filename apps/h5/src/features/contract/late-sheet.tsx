import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { loadTexts } from '../../shared/i18n/index.ts'
import { layerIsMissing } from '../../shared/page/index.ts'
import type * as sheetsModule from './sheets/index.ts'

/** The sheets of the contract page. */
export type Sheets = typeof sheetsModule

let loading: Promise<Sheets> | null = null
let loaded: Sheets | null = null

/** Loads the sheets before they are requested: at the first touch. A failure shows when a sheet is opened. */
function preloadSheets(): void {
  loadSheets().catch(() => undefined)
}

/** For the page: the first touch or focus anywhere on it loads the sheets. */
export const sheetsAtFirstTouch = { onPointerDown: preloadSheets, onFocus: preloadSheets } as const

async function loadSheets(): Promise<Sheets> {
  loading ??= Promise.all([import('./sheets/index.ts'), loadTexts('contractSheets')]).then(([sheets]) => {
    loaded = sheets
    return sheets
  })
  return loading
}

export interface LateSheetProps {
  readonly draw: (sheets: Sheets) => ReactNode
  /**
   * The sheet could not be loaded, and a toast says so: nothing is open. Without it, the sheet was not asked for:
   * loading waits until the page is idle, and nothing is said.
   */
  readonly onFailed?: () => void
}

/** For parts that were not opened: without them, the page stays as it is. */
export const stayWithout = (): void => undefined

/**
 * By then the page's first content is loaded. Customers who can buy must not wait for the sheet, even if their first
 * touch is the tap on Up.
 */
const restMs = 2_000

/** The sheets, once their code and texts are there; `onFailed` as of `LateSheet`. */
export function useSheets(onFailed?: () => void): Sheets | null {
  const [sheets, setSheets] = useState(loaded)
  useEffect(() => {
    if (sheets !== null) return
    let isOver = false
    const timer = setTimeout(
      () => {
        loadSheets().then(
          (arrived) => {
            if (!isOver) setSheets(arrived)
          },
          () => {
            if (isOver || !onFailed) return
            layerIsMissing()
            onFailed()
          },
        )
      },
      onFailed ? 0 : restMs,
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [sheets, onFailed])
  return sheets
}

/** Draws a sheet once the code and the texts of the sheets are there. */
export function LateSheet({ draw, onFailed }: LateSheetProps) {
  const sheets = useSheets(onFailed)
  return sheets === null ? null : draw(sheets)
}
