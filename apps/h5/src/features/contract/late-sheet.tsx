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

/** By then the page's first content is loaded. */
const restMs = 2_000

/**
 * Customers who can buy must not wait for the sheet, even if their first touch is the tap on Up: the sheets load once
 * the page is idle.
 */
export function useSheetsReady(canBuy: boolean): void {
  useEffect(() => {
    if (!canBuy) return
    const timer = setTimeout(preloadSheets, restMs)
    return () => clearTimeout(timer)
  }, [canBuy])
}

export interface LateSheetProps {
  readonly draw: (sheets: Sheets) => ReactNode
  /** The sheet could not be loaded: nothing is open. */
  readonly onFailed: () => void
}

/** For parts that were not opened: without them, the page stays as it is. */
export const stayWithout = (): void => undefined

/** Draws a sheet once the code and the texts of the sheets are there. */
export function LateSheet({ draw, onFailed }: LateSheetProps) {
  const [sheets, setSheets] = useState(loaded)
  useEffect(() => {
    if (sheets !== null) return
    let isOver = false
    loadSheets().then(
      (arrived) => {
        if (!isOver) setSheets(arrived)
      },
      () => {
        if (isOver) return
        layerIsMissing()
        onFailed()
      },
    )
    return () => {
      isOver = true
    }
  }, [sheets, onFailed])
  return sheets === null ? null : draw(sheets)
}
