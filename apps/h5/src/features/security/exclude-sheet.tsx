import { useState } from 'react'
import { exclusionDays, securityExclude, securityLimits } from '@candor/api'
import { useBusy } from '@candor/client/react'
import { Button, RadioList, Sheet, showToast } from '@candor/ui'
import { call, replaceResponse } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './security-page.module.css'

const choices = (['cool-off', 'self-exclusion'] as const).flatMap((kind) =>
  exclusionDays[kind].map((days) => ({ kind, days, name: String(days) })),
)

/** Chooses for how long buying and recharging stop, and states what cannot be undone before it is done. */
export function ExcludeSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts()
  const [name, setName] = useState('1')
  const [isSure, setSure] = useState(false)
  const { isBusy, during } = useBusy()
  const chosen = choices.find((choice) => choice.name === name)
  const exclude = async () => {
    if (!isSure) return setSure(true)
    if (chosen === undefined) return
    const result = await during(call(securityExclude, { kind: chosen.kind, days: chosen.days }))
    if (result.ok) await replaceResponse(securityLimits, {}, result.value)
    showToast(result.ok ? 'done' : 'refused', result.msg)
    onClose()
  }
  return (
    <Sheet title={t('security.exclude.title')} closeLabel={t('shared.action.close')} onClose={onClose} isBusy={isBusy}>
      <div className={styles.fields}>
        <p className={styles.sheetText}>{t('security.exclude.text')}</p>
        <RadioList
          label={t('security.exclude.title')}
          value={name}
          onValue={(value) => {
            setName(value)
            setSure(false)
          }}
          options={choices.map((choice) => ({
            value: choice.name,
            title: t('security.exclude.days', { days: choice.days }),
          }))}
        />
        <p role="status" className={styles.sheetText}>
          {isSure ? t('security.exclude.sure', { days: chosen?.days ?? 0 }) : ''}
        </p>
        <Button isBusy={isBusy} onClick={() => void exclude()}>
          {t(isSure ? 'security.exclude.confirm' : 'security.exclude.choose')}
        </Button>
      </div>
    </Sheet>
  )
}
