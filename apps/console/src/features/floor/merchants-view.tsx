import { useState } from 'react'
import { operatorDeskAdd, operatorDeskApprove, operatorDesks } from '@candor/api/operator'
import type { DeskCase } from '@candor/api/operator'
import { useBusy } from '@candor/client/react'
import { Button, showToast, Tag } from '@candor/ui'
import { HandshakeIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { call, queryFor, refresh } from '../../shared/api/index.ts'
import { t, utcDateTime } from '../../shared/i18n/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { EmptyState, Loaded, Page, PageBody, RecordTable } from '../../shared/page/index.ts'
import { AddMerchantDialog } from './add-merchant-dialog.tsx'
import { MerchantPanel } from './merchant-panel.tsx'
import styles from './floor.module.css'
import { FloorTabs } from './floor-tabs.tsx'

const refetchInterval = 10_000

/** The merchants, with the selected one's money and adverts. */
export function MerchantsView() {
  const merchants = useQuery({ ...queryFor(operatorDesks, {}), refetchInterval })
  const mayDeal = useMay(operatorDeskAdd.access) === true
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const items = merchants.data?.items ?? []
  const chosen = items.find(({ id }) => id === chosenId) ?? items[0]
  return (
    <Page
      title={t('floor.title')}
      actions={
        mayDeal ? (
          <Button tone="quiet" size="small" onClick={() => setAdding(true)}>
            {t('floor.desks.add')}
          </Button>
        ) : undefined
      }
    >
      <FloorTabs open="desks" />
      <PageBody>
        <Loaded query={merchants}>
          {() =>
            chosen === undefined ? (
              <EmptyState icon={HandshakeIcon} texts={['floor.desks.none', 'floor.desks.noneText']} />
            ) : (
              <>
                <Merchants items={items} chosen={chosen} onChosen={setChosenId} />
                <MerchantPanel key={chosen.id} merchant={chosen} mayDeal={mayDeal} />
              </>
            )
          }
        </Loaded>
      </PageBody>
      {isAdding ? <AddMerchantDialog onClose={() => setAdding(false)} /> : null}
    </Page>
  )
}

interface MerchantsProps {
  readonly items: readonly DeskCase[]
  readonly chosen: DeskCase
  readonly onChosen: (id: string) => void
}

function Merchants({ items, chosen, onChosen }: MerchantsProps) {
  return (
    <RecordTable
      label={t('floor.tab.desks')}
      rows={items}
      columns={[
        {
          key: 'name',
          title: t('floor.desks.name'),
          isOneLine: true,
          cell: ({ id, name }) => (
            <button type="button" className={styles.name} aria-pressed={id === chosen.id} onClick={() => onChosen(id)}>
              {name}
            </button>
          ),
        },
        { key: 'kind', title: t('floor.desks.kind'), cell: ({ kind }) => t(`floor.kind.${kind}`) },
        { key: 'account', title: t('floor.desks.account'), isOneLine: true, cell: ({ account }) => account ?? '–' },
        {
          key: 'since',
          title: t('floor.desks.since'),
          isOneLine: true,
          cell: ({ appliedMs }) => utcDateTime(appliedMs),
        },
        { key: 'adverts', title: t('floor.desks.adverts'), isNumber: true, cell: ({ openAdverts }) => openAdverts },
        { key: 'sales', title: t('floor.desks.sales'), isNumber: true, cell: ({ salesInProgress }) => salesInProgress },
        { key: 'state', title: t('floor.desks.state'), cell: (merchant) => <MerchantState merchant={merchant} /> },
        {
          key: 'act',
          title: t('floor.desks.act'),
          isTitleHidden: true,
          cell: ({ id, mayApprove }) => (mayApprove ? <ApproveButton id={id} /> : null),
        },
      ]}
    />
  )
}

/** Approved, or since when and by whom it awaits a second person. */
function MerchantState({ merchant: { state, appliedBy } }: { readonly merchant: DeskCase }) {
  if (state === 'approved') return <Tag>{t('floor.desks.approved')}</Tag>
  const label = appliedBy === null ? t('floor.desks.appliedHidden') : t('floor.desks.applied', { name: appliedBy.name })
  return <Tag tone="attention">{label}</Tag>
}

function ApproveButton({ id }: { readonly id: string }) {
  const { isBusy, during } = useBusy()
  const approve = async () => {
    const result = await during(call(operatorDeskApprove, { id }))
    refresh(operatorDesks)
    showToast(result.ok ? 'done' : 'refused', result.ok ? t('floor.desks.approvedNow') : result.msg)
  }
  return (
    <Button tone="quiet" size="small" isBusy={isBusy} onClick={() => void approve()}>
      {t('floor.desks.approve')}
    </Button>
  )
}
