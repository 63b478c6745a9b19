import { useState } from 'react'
import { formatUnits } from '@candor/money'
import { snapshotAssets, totalOf } from '@candor/proof/solvency'
import { Note } from '@candor/ui'
import { formatCount, formatMoney, formatUtcTime } from '@candor/ui/format'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, FileDrop, Loaded, TextLink, Verdict } from '../../shared/parts/index.ts'
import { checkOwnFile } from './own-check.ts'
import type { OwnCheck } from './own-check.ts'
import styles from './solvency.module.css'
import { AmountRow, AmountTable } from './amount-table.tsx'
import { WayToTotal } from './way-to-total.tsx'

/** One's own balance: the app checks it, and so does this page, by the file that the app saves. */
export function OwnCard() {
  const { t } = useTexts()
  const [text, setText] = useState<string | null>(null)
  const check = useQuery({
    queryKey: ['own-file', text],
    queryFn: () => checkOwnFile(text ?? ''),
    enabled: text !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  return (
    <>
      {text === null ? null : <Loaded query={check}>{(found) => <Outcome found={found} />}</Loaded>}
      <Card title={t('solvency.own')}>
        <p className={styles.text}>{t('solvency.own.text')}</p>
        <TextLink href="/h5/#/pages/assets/assets">{t('solvency.own.link')}</TextLink>
        <div className={styles.file}>
          <FileDrop label={t('solvency.own.file')} hint={t('solvency.own.file.hint')} onText={setText} />
        </div>
      </Card>
    </>
  )
}

/** What the file proves. The ring closes only where the leaves and the log have passed in this browser. */
function Outcome({ found }: { readonly found: OwnCheck }) {
  const { t, locale } = useTexts()
  if (found.state === 'no-file')
    return (
      <Note tone="attention" icon={<WarningCircleIcon size={18} />} role="status">
        {t('solvency.own.no-file')}
      </Note>
    )
  if (found.state === 'mismatch')
    return (
      <Card isFlush>
        <Verdict state="failed" title={t('solvency.own.mismatch')} text={t('solvency.own.mismatch.text')} />
      </Card>
    )
  const { event, shard, index, checkedMs } = found
  const values = {
    time: formatUtcTime(locale, checkedMs, { hasSeconds: true }),
    counted: formatUtcTime(locale, Number(event.atMs)),
    entry: formatCount(locale, index),
    shard,
  }
  if (found.state === 'counted')
    return (
      <Card isFlush>
        <Verdict state="passed" title={t('solvency.own.counted')} text={t('solvency.own.counted.text', values)} />
        <WayToTotal ways={found.ways} />
        <OwnShare found={found} />
      </Card>
    )
  return (
    <Card isFlush>
      <Verdict
        state={found.state === 'beyond' ? 'checking' : 'failed'}
        title={t(`solvency.check.${found.state}`)}
        text={t(`solvency.check.${found.state}.text`, values)}
      />
    </Card>
  )
}

/** The own balance and everyone else's, which make up the published total. */
function OwnShare({ found: { event, amounts } }: { readonly found: Extract<OwnCheck, { state: 'counted' }> }) {
  const { t, locale } = useTexts()
  const columns = snapshotAssets.flatMap(([code, asset]) => {
    const tree = event.trees.find((one) => one.asset === code)
    return tree === undefined ? [] : [{ asset, own: amounts[asset], total: totalOf(tree.totals) }]
  })
  const money = (units: bigint) => formatMoney(locale, formatUnits(units))
  return (
    <div className={styles.share}>
      <AmountTable label={t('solvency.own')} assets={columns.map(({ asset }) => asset)}>
        <AmountRow name={t('solvency.own.yours')} amounts={columns.map(({ own }) => money(own))} />
        <AmountRow name={t('solvency.own.others')} amounts={columns.map(({ own, total }) => money(total - own))} />
        <AmountRow isSum name={t('solvency.total')} amounts={columns.map(({ total }) => money(total))} />
      </AmountTable>
    </div>
  )
}
