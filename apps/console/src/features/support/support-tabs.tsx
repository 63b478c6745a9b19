import { t } from '../../shared/i18n/index.ts'
import { Tabs } from '../../shared/page/index.ts'
import styles from './support.module.css'

const tabs = ['desk', 'find', 'answers', 'settings'] as const

/** The sides of customer service. */
export function SupportTabs({ open }: { readonly open: (typeof tabs)[number] }) {
  return (
    <div className={styles.tabs}>
      <Tabs
        screen="support"
        label={t('support.tabs')}
        open={open}
        tabs={tabs.map((tab) => ({ id: tab, place: tab === 'desk' ? undefined : tab, label: t(`support.tab.${tab}`) }))}
      />
    </div>
  )
}
