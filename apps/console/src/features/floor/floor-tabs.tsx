import { t } from '../../shared/i18n/index.ts'
import { Tabs } from '../../shared/page/index.ts'

/** The views of the floor: waiting sales, merchants, and customers who want to become one. */
export function FloorTabs({ open }: { readonly open: 'sales' | 'desks' | 'applications' }) {
  return (
    <Tabs
      screen="floor"
      label={t('floor.tabs')}
      open={open}
      tabs={[
        { id: 'sales', place: undefined, label: t('floor.tab.sales') },
        { id: 'desks', place: 'desks', label: t('floor.tab.desks') },
        { id: 'applications', place: 'applications', label: t('floor.tab.applications') },
      ]}
    />
  )
}
