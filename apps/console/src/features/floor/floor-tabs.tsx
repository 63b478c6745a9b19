import { t } from '../../shared/i18n/index.ts'
import { Tabs } from '../../shared/page/index.ts'

/** The two views of the floor: waiting sales, and merchants. */
export function FloorTabs({ open }: { readonly open: 'sales' | 'desks' }) {
  return (
    <Tabs
      screen="floor"
      label={t('floor.tabs')}
      open={open}
      tabs={[
        { id: 'sales', place: undefined, label: t('floor.tab.sales') },
        { id: 'desks', place: 'desks', label: t('floor.tab.desks') },
      ]}
    />
  )
}
