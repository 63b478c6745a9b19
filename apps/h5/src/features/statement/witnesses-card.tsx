import { transparencyWitnesses } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { Card, FactList } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { formatCount, formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import styles from './owed-page.module.css'

type Witness = OutputOf<typeof transparencyWitnesses>['witnesses'][number]

/** How often the witnesses are read while they are shown: they are asked every ten seconds. */
const refetchMs = 5_000

/** The witnesses of the log that the count is published in, and how many count. Nothing while they are not known. */
export function Witnesses() {
  const texts = useTexts()
  const { t, locale } = texts
  const read = useQuery({ ...queryFor(transparencyWitnesses, {}), refetchInterval: refetchMs })
  if (read.data === undefined) return null
  const { witnesses, independentCount, requiredCount } = read.data
  return (
    <section>
      <h2 className={styles.name}>{t('statement.owed.witnesses')}</h2>
      <p className={styles.lead}>{t('statement.owed.witnesses.text')}</p>
      <Card>
        <FactList
          facts={[
            {
              name: t('statement.owed.witnesses.count'),
              value: formatCount(locale, independentCount),
              isMain: true,
            },
            ...(requiredCount > 0
              ? [{ name: t('statement.owed.witnesses.required'), value: formatCount(locale, requiredCount) }]
              : []),
            ...witnesses.map((witness) => ({ name: witness.name, value: standingOf(texts, witness) })),
          ]}
        />
      </Card>
      {independentCount === 0 && <p className={styles.lead}>{t('statement.owed.witnesses.none')}</p>}
    </section>
  )
}

/** Whether a witness signs, and where it runs if that is not elsewhere. */
function standingOf({ t, locale }: Texts, { state, place, cosignedMs }: Witness): string {
  const signing =
    state === 'late' && cosignedMs !== null
      ? t('statement.owed.witnesses.late', { time: formatDateTime(locale, cosignedMs) })
      : t(`statement.owed.witnesses.${state === 'fresh' ? 'fresh' : 'silent'}`)
  if (place === 'elsewhere') return signing
  return `${signing} · ${t(`statement.owed.witnesses.${place === 'own' ? 'own' : 'here'}`)}`
}
