import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { Glyph, VisuallyHidden } from '@candor/ui'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import { CaretDownIcon, CaretUpIcon } from '@candor/ui/icons/trade'
import { formatCount, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { navigation, useRouteParams } from '../../shared/page/index.ts'
import { netsOf } from './settled-fold-model.ts'
import type { SettledFold, SettledMessage } from './settled-fold-model.ts'
import styles from './messages-page.module.css'

interface SettledFoldRowProps {
  readonly fold: SettledFold
  /** The local day: "2026-11-23". */
  readonly day: string
  readonly row: (message: SettledMessage) => ReactNode
}

/**
 * The settled contracts of a day in one row, with their number and results once all are read. It opens to their own
 * rows; the open day is part of the address, so that "back" from a message finds it open.
 */
export function SettledFoldRow({ fold: { orders, isWhole }, day, row }: SettledFoldRowProps) {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const { day: openDay } = useRouteParams('messages')
  const isOpen = openDay === day
  const unread = orders.filter(({ isRead }) => !isRead).length
  const count = orders.length
  return (
    <Fragment>
      <button
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        onClick={() => navigation.redirect('messages', isOpen ? {} : { day })}
      >
        <Glyph>
          <ReceiptIcon size={20} />
        </Glyph>
        <span className={styles.words}>
          <span className={styles.head}>
            <span className={styles.title} data-unread={unread > 0}>
              {isWhole
                ? t('messages.fold.title', { count, shown: formatCount(locale, count) })
                : t('messages.fold.some')}
            </span>
            <span className={styles.caret}>{isOpen ? <CaretUpIcon size={16} /> : <CaretDownIcon size={16} />}</span>
          </span>
          <span className={styles.text}>
            {isWhole
              ? netsOf(orders)
                  .map(({ asset, amount }) => ownMoney(amount, asset, 'result'))
                  .join(' · ')
              : t('messages.fold.more')}
          </span>
        </span>
        {unread === 0 ? null : (
          <span className={styles.unread}>
            <VisuallyHidden>{t('messages.fold.unread', { shown: formatCount(locale, unread) })}</VisuallyHidden>
          </span>
        )}
      </button>
      {isOpen ? orders.map(row) : null}
    </Fragment>
  )
}
