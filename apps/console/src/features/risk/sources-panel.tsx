import type { operatorMarkets, OutputOf } from '@candor/api/operator'
import { Tag } from '@candor/ui'
import { t } from '../../shared/i18n/index.ts'
import { Panel } from '../../shared/page/index.ts'
import { sourceLabel } from './feed-labels.ts'
import styles from './risk.module.css'

/** The price sources, and each one's state. */
export function Sources({ feed }: { readonly feed: OutputOf<typeof operatorMarkets>['feed'] }) {
  return (
    <Panel title={t('risk.feed')}>
      {feed.sources.length === 0 ? <p className={styles.quiet}>{t('risk.feed.none', { name: feed.name })}</p> : null}
      <dl className={styles.lines}>
        {feed.sources.map((source) => (
          <div key={source.name}>
            <dt>{source.name}</dt>
            <dd>{source.state === 'down' ? <Tag tone="attention">{sourceLabel(source)}</Tag> : sourceLabel(source)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
