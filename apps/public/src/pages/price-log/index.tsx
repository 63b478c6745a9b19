import type { ReactNode } from 'react'
import { systemStatus, transparencyWitnesses } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { slotMs } from '@candor/formulas'
import { classNames, Note } from '@candor/ui'
import { formatCount, formatUtcTime } from '@candor/ui/format'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { useLogChecks } from '../../shared/log/index.ts'
import type { LogChecks } from '../../shared/log/index.ts'
import {
  Card,
  Columns,
  Figure,
  Later,
  Loaded,
  PageTitle,
  Recompute,
  Stack,
  Stale,
  TextLink,
} from '../../shared/parts/index.ts'
import { secondsText } from '../../shared/age/index.ts'
import { FramesCards } from './frames-card.tsx'
import { LogVerdict } from './log-verdict.tsx'
import { SeedsCard } from './seeds-card.tsx'
import styles from './price-log.module.css'

type Witnesses = OutputOf<typeof transparencyWitnesses>
type Status = OutputOf<typeof systemStatus>

const refetchInterval = 10_000

/** The price log: its newest checkpoints, verified in this browser, and who else watches it. */
export function Page() {
  const { t } = useTexts()
  const checks = useLogChecks()
  const witnesses = useQuery({ ...queryFor(transparencyWitnesses, {}), refetchInterval })
  const status = useQuery({ ...queryFor(systemStatus, {}), refetchInterval })
  return (
    <>
      <PageTitle title={t('price-log.title')} text={t('price-log.text')} />
      <Stale queries={[checks, witnesses, status]} />
      <Loaded query={checks}>
        {(checked) => (
          <Loaded query={witnesses}>
            {(watching) => (
              <Stack>
                <Figures checks={checked} witnesses={watching} status={status.data} />
                <LogVerdict checks={checked} />
                <Columns
                  main={
                    <Ordered isLater={watching.independentCount === 0}>
                      <NewestFrames checks={checked} />
                      <Checkpoint checks={checked} />
                    </Ordered>
                  }
                  side={
                    <>
                      <WitnessCard witnesses={watching} nowMs={status.data?.nowMs ?? checked.checkedMs} />
                      <RunYourOwn checks={checked} />
                      <SeedsCard />
                    </>
                  }
                />
              </Stack>
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

/** The newest shard of the log of prices. */
function newestPrices({ shards }: LogChecks) {
  return shards.findLast(({ shard }) => shard.log === 'ticks')
}

/** Without a witness a phone shows first what that means. */
function Ordered({ isLater, children }: { readonly isLater: boolean; readonly children: ReactNode }) {
  if (!isLater) return children
  return (
    <Later>
      <Stack>{children}</Stack>
    </Later>
  )
}

function NewestFrames({ checks }: { readonly checks: LogChecks }) {
  const { shard, vkey, firstSlot } = newestPrices(checks)?.shard ?? {}
  if (shard === undefined || vkey === undefined || typeof firstSlot !== 'number') return null
  return <FramesCards shard={{ shard, vkey, firstSlot }} />
}

interface FiguresProps {
  readonly checks: LogChecks
  readonly witnesses: Witnesses
  readonly status: Status | undefined
}

function Figures({ checks, witnesses, status }: FiguresProps) {
  const { t, locale } = useTexts()
  const prices = newestPrices(checks)
  const ago = (sinceMs: number | null, nowMs: number) =>
    sinceMs === null ? '–' : secondsText(locale, Math.max(0, nowMs - sinceMs))
  const newestMs = status === undefined || status.slot === null ? null : status.genesisMs + (status.slot + 1) * slotMs
  const signedMs = prices?.shard.signedMs ?? null
  const { independentCount } = witnesses
  return (
    <Card>
      <div className={styles.figures}>
        <Figure
          label={t('price-log.entries')}
          value={formatCount(locale, prices?.check.head?.size ?? 0)}
          note={t('price-log.entries.note', { shard: prices?.shard.shard ?? '–' })}
        />
        <Figure
          label={t('price-log.newest')}
          value={status === undefined ? '–' : ago(newestMs, status.nowMs)}
          note={t('price-log.newest.note')}
        />
        <Figure
          label={t('price-log.signed')}
          value={
            signedMs === null ? '–' : t('price-log.ago', { time: ago(signedMs, status?.nowMs ?? checks.checkedMs) })
          }
          note={t('price-log.signed.note')}
        />
        <Figure
          label={t('price-log.witnesses')}
          value={formatCount(locale, independentCount)}
          note={t(independentCount === 0 ? 'price-log.witnesses.none' : 'price-log.witnesses.some')}
          isAttention={independentCount === 0}
        />
      </div>
    </Card>
  )
}

/** Zero is a figure, in ochre, with its consequence in words. Candor's own witness is listed and does not count. */
function WitnessCard({ witnesses, nowMs }: { readonly witnesses: Witnesses; readonly nowMs: number }) {
  const { t, locale } = useTexts()
  const { independentCount } = witnesses
  return (
    <Card
      title={t('price-log.witnesses')}
      aside={
        <span className={classNames(styles.count, independentCount === 0 && styles.attention)}>
          {formatCount(locale, independentCount)}
        </span>
      }
    >
      <p className={styles.sub}>{t('price-log.witnesses.text')}</p>
      {independentCount === 0 ? (
        <div className={styles.note}>
          <Note tone="attention" icon={<WarningCircleIcon size={18} />}>
            {t('price-log.witnesses.zero')}
          </Note>
        </div>
      ) : null}
      <ul className={styles.rows}>
        {witnesses.witnesses.map((witness) => (
          <li key={witness.vkey}>
            <span className={styles.grow}>
              <b>{witness.name}</b>
              <span className={styles.sub}>
                {t(`price-log.place.${witness.place}`)} {witness.isIndependent ? '' : t('price-log.uncounted')}
              </span>
            </span>
            <span className={classNames(styles.aside, witness.state !== 'fresh' && styles.attention)}>
              {witness.cosignedMs === null
                ? t('price-log.never')
                : t('price-log.ago', { time: secondsText(locale, Math.max(0, nowMs - witness.cosignedMs)) })}
            </span>
          </li>
        ))}
      </ul>
      {witnesses.witnesses.length === 0 ? <p className={styles.sub}>{t('price-log.witnesses.empty')}</p> : null}
    </Card>
  )
}

function RunYourOwn({ checks }: { readonly checks: LogChecks }) {
  const { t } = useTexts()
  const newest = ['ticks', 'events'].flatMap(
    (log) => checks.shards.findLast(({ shard }) => shard.log === log)?.shard.vkey ?? [],
  )
  return (
    <Card
      title={t('price-log.run')}
      foot={
        <Recompute
          label={t('price-log.run.command')}
          command={`npm run witness -- --log ${newest.join(',')} --name club.example/witness --host 0.0.0.0`}
        />
      }
    >
      <p className={styles.sub}>{t('price-log.run.text')}</p>
    </Card>
  )
}

/** The newest checkpoint of prices as it is signed, and all shards. */
function Checkpoint({ checks }: { readonly checks: LogChecks }) {
  const { t, locale, language } = useTexts()
  const prices = newestPrices(checks)
  return (
    <>
      <Card
        title={t('price-log.checkpoint')}
        foot={<Recompute command={`npm run audit -- --log ${location.origin}`} />}
      >
        <pre className={styles.signed}>{prices?.check.note.trimEnd() ?? ''}</pre>
        <p className={styles.sub}>{t('price-log.checkpoint.text')}</p>
      </Card>
      <Card title={t('price-log.shards')}>
        <p className={styles.sub}>{t('price-log.shards.text')}</p>
        <ul className={styles.rows}>
          {checks.shards.map(({ shard, check }) => (
            <li key={shard.origin}>
              <span className={styles.grow}>
                <b>
                  {t(`price-log.log.${shard.log}`)} {shard.shard}
                </b>
                <span className={styles.sub}>
                  {shard.signedMs === null
                    ? t('price-log.never')
                    : t('price-log.signed.at', { time: formatUtcTime(locale, shard.signedMs, { hasSeconds: true }) })}
                </span>
              </span>
              <span className={styles.aside}>
                {t('price-log.leaves', { count: formatCount(locale, check.head?.size ?? shard.size) })}
              </span>
            </li>
          ))}
        </ul>
        <TextLink href={`/log/?lang=${language}`}>{t('price-log.files')}</TextLink>
      </Card>
    </>
  )
}
