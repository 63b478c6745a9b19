import type { MerchantApplicationCase } from '@candor/api/operator'
import { csvLines, csvTime } from '../../shared/device/index.ts'

/** Whether an application matches the search: the desk's name, the account, or the number. */
export function matchesApplication(
  { id, name, account }: Pick<MerchantApplicationCase, 'id' | 'name' | 'account'>,
  search: string,
): boolean {
  const wanted = search.trim().toLocaleLowerCase()
  if (wanted === '' || id === wanted) return true
  return name.toLocaleLowerCase().includes(wanted) || account.includes(wanted.replaceAll(' ', ''))
}

/** Applications as lines of CSV: times are UTC. */
export function applicationLines(items: readonly MerchantApplicationCase[]): string {
  return csvLines(
    ['id', 'account', 'name', 'state', 'applied_utc', 'endorsed_by', 'decided_by', 'decided_utc'],
    items.map(({ id, account, name, state, appliedMs, endorsedBy, decidedBy, decidedMs }) => [
      id,
      account,
      name,
      state,
      csvTime(appliedMs),
      endorsedBy?.name ?? null,
      decidedBy?.name ?? null,
      csvTime(decidedMs),
    ]),
  )
}
