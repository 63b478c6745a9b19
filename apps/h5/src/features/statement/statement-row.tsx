import { createElement } from 'react'
import type { StatementLine } from '@candor/api'
import { VisuallyHidden } from '@candor/ui'
import { formatTime, useTexts } from '../../shared/i18n/index.ts'
import { RecordRow } from '../../shared/page/index.ts'
import { OwnMoney } from '../../shared/money/index.ts'
import { useInstruments } from '../../shared/instrument/index.ts'
import { happeningOf, signIconOf, thingHref, titleOf } from './statement-labels.ts'

/** A movement: its subject, kind and time; its amount, and the available balance after it. */
export function StatementRow({ line }: { readonly line: StatementLine }) {
  const texts = useTexts()
  const { data } = useInstruments()
  return (
    <RecordRow
      href={thingHref(line)}
      sign={createElement(signIconOf(line.kind), { size: 20 })}
      title={titleOf(texts, line, data?.items ?? [])}
      detail={`${formatTime(texts.locale, line.atMs)} · ${happeningOf(texts, line)}`}
      amount={<OwnMoney amount={line.amount} asset={line.asset} sign="result" />}
      state={
        <>
          <VisuallyHidden>{texts.t('statement.after')} </VisuallyHidden>
          <OwnMoney amount={line.availableAfter} />
        </>
      }
    />
  )
}
