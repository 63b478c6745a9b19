import type { CellView } from '@candor/api/operator'
import { locale } from '../../shared/i18n/index.ts'

const lists = new Intl.ListFormat(locale, { type: 'conjunction' })

/** The numbers of cells in a sentence: "2, 3 and 5". */
export function cellList(cells: readonly Pick<CellView, 'cell'>[]): string {
  return lists.format(cells.map(({ cell }) => String(cell)))
}
