import type { CellFigures, CellView, operatorCells, OutputOf } from '@candor/api/operator'

export type AllCells = OutputOf<typeof operatorCells>

/** Cells with what their books come to, which operators of payments alone do not read. */
export type ShownFigures = Pick<AllCells, 'cells'> & { readonly all: CellFigures }

/** The cells that do not respond. */
export function awayCells({ cells }: Pick<AllCells, 'cells'>): readonly CellView[] {
  return cells.filter(({ responds }) => !responds)
}

/** What the clearing accounts of all cells sum to. Unknown while a cell is away. */
export type ClearingState = 'zero' | 'open' | 'differs' | 'unknown'

/**
 * Zero, or open while something is under way. With nothing under way another sum differs, unless it was sent between
 * the readings of two cells: the next reading tells.
 */
export function clearingState(all: ShownFigures): ClearingState {
  if (awayCells(all).length > 0) return 'unknown'
  const { clearing, underWay } = all.all
  if (clearing.usd === '0' && clearing.usdt === '0') return 'zero'
  return underWay > 0 ? 'open' : 'differs'
}

/** An account number as it was typed, once it is whole: eight digits, with or without spaces. */
export function wholeAccount(typed: string): string | null {
  const digits = typed.replaceAll(/\s/g, '')
  return /^\d{8}$/.test(digits) ? digits : null
}

/** A place in the console of a cell; null where nobody has said where it opens. `place` begins with a number sign. */
export function placeInCell(
  { cell, console }: Pick<CellView, 'cell' | 'console'>,
  ownCell: number | null,
  place: string,
): string | null {
  if (cell === ownCell) return place
  return console === null ? null : `${console}/${place}`
}
