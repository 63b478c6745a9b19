import { t, utcDateTime } from '../../shared/i18n/index.ts'
import type { Column } from '../../shared/page/index.ts'

/** The column of when something happened. */
export function timeColumn(): Column<{ readonly atMs: number }> {
  return {
    key: 'time',
    title: t('customers.statement.time'),
    cell: ({ atMs }) => utcDateTime(atMs, { hasSeconds: true }),
  }
}
