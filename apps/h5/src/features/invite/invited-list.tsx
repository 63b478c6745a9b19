import type { InvitedView } from '@candor/api'
import { UserPlusIcon } from '@candor/ui/icons/invite'
import { formatDay, useTexts } from '../../shared/i18n/index.ts'
import { RecordRow } from '../../shared/page/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { RecordList } from '../../shared/page/records/index.ts'
import { useInvited } from './invite-queries.ts'
import styles from './invite-page.module.css'

/** The customer's invitees, their progress, and the rewards paid for them. */
export function InvitedList() {
  const { t } = useTexts()
  const pages = useInvited()
  return (
    <section className={styles.list} aria-label={t('invite.list')}>
      <h2 className={styles.heading}>{t('invite.list')}</h2>
      <RecordList
        pages={pages}
        failedTitle={t('invite.list.failed')}
        empty={null}
        row={(friend) => <InvitedRow key={friend.id} friend={friend} />}
      />
    </section>
  )
}

function InvitedRow({ friend: { contact, state, joinedMs, reward } }: { readonly friend: InvitedView }) {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  return (
    <RecordRow
      sign={<UserPlusIcon />}
      title={contact}
      detail={t('invite.joinedOn', { date: formatDay(locale, joinedMs, { hasWeekday: false }) })}
      amount={reward === null ? null : ownMoney(reward.amount, reward.asset, 'result')}
      state={t(`invite.state.${state}`)}
    />
  )
}
