import { useMemo, useState } from 'react'
import { Field, RowList, Sheet } from '@candor/ui'
import { CheckCircleFillIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../../i18n/index.ts'
import { callingCodes } from './calling-codes.ts'
import { findCodes, namedCodes } from './find-codes.ts'
import styles from './mobile.module.css'

export interface CallingCodeSheetProps {
  readonly current: string
  readonly onChoose: (code: string) => void
  readonly onClose: () => void
}

/** Every country with its calling code, found by either. */
export function CallingCodeSheet({ current, onChoose, onClose }: CallingCodeSheetProps) {
  const { t, locale } = useTexts()
  const [text, setText] = useState('')
  const all = useMemo(() => namedCodes(callingCodes, locale), [locale])
  const found = findCodes(all, text)
  return (
    <Sheet title={t('mobile.title')} closeLabel={t('shared.action.close')} onClose={onClose}>
      <Field label={t('mobile.search')} type="search" autoComplete="off" value={text} onValue={setText} />
      <div className={styles.list}>
        {found.length === 0 ? <p className={styles.none}>{t('mobile.none')}</p> : null}
        <RowList>
          {found.map(({ region, code, name }) => (
            <button
              key={region}
              type="button"
              className={styles.row}
              aria-pressed={code === current}
              onClick={() => onChoose(code)}
            >
              <span>{name}</span>
              {code === current ? <CheckCircleFillIcon size={18} /> : null}
              <span className={styles.digits}>+{code}</span>
            </button>
          ))}
        </RowList>
      </div>
    </Sheet>
  )
}
