import { useDeferredValue } from 'react'
import { operatorCellOf } from '@candor/api/operator'
import { Note } from '@candor/ui'
import { UserIcon } from '@candor/ui/icons/console'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/navigation/index.ts'
import { useOwnCell } from '../../shared/operator/index.ts'
import { placeInCell, wholeAccount } from './cells-model.ts'
import styles from './cells.module.css'

/** Which cell a customer is in, once the account number is whole. */
export function FoundCell({ typed }: { readonly typed: string }) {
  const account = wholeAccount(useDeferredValue(typed))
  const query = useQuery({ ...queryFor(operatorCellOf, { account: account ?? '' }), enabled: account !== null })
  const ownCell = useOwnCell() ?? null
  if (account === null) return null
  if (query.data === undefined)
    return query.error === null ? null : (
      <Note tone="attention" role="status">
        {t('cells.directoryAway')}
      </Note>
    )
  const { found } = query.data
  const href = found && placeInCell(found, ownCell, hrefOf('customers', found.customerId))
  return (
    <Note icon={<UserIcon size={18} />} role="status">
      {found === null ? t('cells.found.none', { account }) : t('cells.found', { account, cell: found.cell })}
      {found === null || href === null ? null : (
        <>
          {' '}
          <a className={styles.link} href={href}>
            {t('cells.found.open', { cell: found.cell })}
          </a>
        </>
      )}
    </Note>
  )
}
