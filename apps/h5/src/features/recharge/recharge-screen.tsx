import type { RechargeView } from '@candor/api'
import { Note } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { ArrowDownIcon } from '@candor/ui/icons/account'
import { ExactMoney } from '../../shared/money/exact-money/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { PageScreen, recordScreenOf } from '../../shared/page/index.ts'
import { RecordHead, RecordSteps, ShareButton } from '../../shared/page/records/index.ts'
import { MovementProofs } from '../../shared/proof/index.ts'
import { RechargeFacts } from './recharge-facts.tsx'
import { useRecharge } from './recharge-queries.ts'
import styles from './recharge-screen.module.css'
import { labelOf, stepsOf } from './recharge-state-model.ts'
import { rechargeText, timelineSteps } from './recharge-labels.ts'

/** One deposit: its amount, its progress, and its outcome. */
export const RechargeScreen = recordScreenOf(useRecharge, (recharge) => <Recharge recharge={recharge} />, {
  texts: {
    title: 'recharge.title',
    failed: 'recharge.one.failed',
    missing: ['recharge.notFound.title', 'recharge.notFound.text'],
  },
  list: { route: 'rechargeRecords', label: 'recharge.list.all', icon: ArrowDownIcon },
  skeleton: { className: styles.page, blocks: [[180, 44, 12], 200, 200] },
})

function Recharge({ recharge }: { readonly recharge: RechargeView }) {
  const texts = useTexts()
  const { t } = texts
  const { quantity, credited, currency, chain, state, reason } = recharge
  return (
    <PageScreen
      trailing={
        <ShareButton title={t('recharge.title')} text={(areHidden) => rechargeText(texts, recharge, areHidden)} />
      }
    >
      <div className={styles.page}>
        <RecordHead
          amount={
            credited === null ? (
              <ExactMoney amount={quantity} asset="USDT" size="hero" />
            ) : (
              <ExactMoney amount={credited} asset={currency} sign="result" size="hero" />
            )
          }
        >
          {t('recharge.by', { chain })}
          {' · '}
          <b role="status">{t(`recharge.state.${labelOf(state)}`)}</b>
        </RecordHead>
        {reason === null ? null : (
          <Note tone="attention" icon={<WarningCircleIcon size={18} />}>
            {t(`recharge.reason.${reason}`)}
          </Note>
        )}
        <RecordSteps label={t('recharge.steps')} steps={timelineSteps(texts, recharge, stepsOf(recharge))} />
        <RechargeFacts recharge={recharge} />
        <MovementProofs kind="recharge" id={recharge.id} />
      </div>
    </PageScreen>
  )
}
