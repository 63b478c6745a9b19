import { useState } from 'react'
import { operatorPublishedCodes, operatorPublishedCodeWithdraw } from '@candor/api/operator'
import type { PublishedCodeView } from '@candor/api/operator'
import { Button, Card } from '@candor/ui'
import { call, usePages } from '../../shared/api/index.ts'
import { ReasonButton } from '../../shared/case/index.ts'
import { t, utcDateTime } from '../../shared/i18n/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { actColumn, PagedTable } from '../../shared/page/index.ts'
import type { Column } from '../../shared/page/index.ts'
import { authorColumn, NoteProposalDialog, ProposalActs } from '../../shared/approval/index.ts'
import styles from './announcements.module.css'

/** The invitation code that the registration offers to everybody: two people publish it, one withdraws it. */
export function PublishedCodes() {
  const list = usePages(operatorPublishedCodes.list, { limit: 20 }, { refetchInterval: 15_000 })
  const mayWrite = useMay(operatorPublishedCodes.propose.access) === true
  const [isProposing, setProposing] = useState(false)
  return (
    <Card isPadded>
      <h2 className={styles.heading}>{t('announcements.code')}</h2>
      <p className={styles.lead}>{t('announcements.code.text')}</p>
      <PagedTable
        label={t('announcements.code.list')}
        list={list}
        columns={columns()}
        empty={<p className={styles.lead}>{t('announcements.code.none')}</p>}
      />
      {mayWrite ? (
        <div className={styles.send}>
          <Button tone="quiet" size="medium" onClick={() => setProposing(true)}>
            {t('announcements.code.propose')}
          </Button>
        </div>
      ) : null}
      {isProposing ? (
        <NoteProposalDialog
          title={t('announcements.code.propose')}
          text={t('announcements.code.propose.text')}
          send={(note) => call(operatorPublishedCodes.propose, { note })}
          changes={[operatorPublishedCodes.list]}
          onClose={() => setProposing(false)}
        />
      ) : null}
    </Card>
  )
}

function columns(): readonly Column<PublishedCodeView>[] {
  return [
    { key: 'code', title: t('announcements.code.code'), isOneLine: true, cell: ({ code }) => code },
    { key: 'why', title: t('announcements.code.why'), cell: ({ note }) => note },
    authorColumn(t('announcements.col.by')),
    { key: 'state', title: t('announcements.col.state'), cell: stateOf },
    actColumn(t('announcements.col.act'), (item) => <Acts item={item} />),
  ]
}

function stateOf({ state, withdrawn, decidedBy }: PublishedCodeView): string {
  if (withdrawn !== null)
    return t('announcements.code.state.withdrawn', { name: withdrawn.operator, time: utcDateTime(withdrawn.atMs) })
  return t(`announcements.code.state.${state}`, { name: decidedBy?.name ?? '' })
}

function Acts({ item }: { readonly item: PublishedCodeView }) {
  const { id, code, state, withdrawn } = item
  const mayWrite = useMay(operatorPublishedCodes.confirm.access) === true
  if (state === 'proposed')
    return (
      <ProposalActs
        proposal={item}
        operations={operatorPublishedCodes}
        act={null}
        confirmed={t('announcements.code.done')}
      />
    )
  if (state !== 'confirmed' || withdrawn !== null || !mayWrite) return null
  return (
    <ReasonButton
      label={t('announcements.code.withdraw')}
      title={t('announcements.code.withdraw.title', { code })}
      text={t('announcements.code.withdraw.text')}
      confirm={t('announcements.code.withdraw')}
      send={(note) => call(operatorPublishedCodeWithdraw, { id, note })}
      changes={[operatorPublishedCodes.list]}
      done={t('announcements.code.withdrawn')}
    />
  )
}
