import { formatCount } from '@candor/ui/format'
import { locale, money, t } from '../../shared/i18n/index.ts'
import { Figure, Figures } from '../../shared/page/index.ts'
import { cellList } from './cell-list.ts'
import { awayCells, clearingState } from './cells-model.ts'
import type { ShownFigures } from './cells-model.ts'

/** The sum over all cells that respond. */
export function CellFigures({ all: shown }: { readonly all: ShownFigures }) {
  const { cells, all } = shown
  const away = awayCells(shown)
  const scope =
    away.length === 0 ? t('cells.sum.whole') : t('cells.sum.part', { count: away.length, cells: cellList(away) })
  return (
    <Figures>
      <Figure
        name={t('cells.responding')}
        value={formatCount(locale, cells.length - away.length)}
        text={t('cells.responding.text', { count: cells.length })}
        isUrgent={away.length > 0}
      />
      <Figure name={t('cells.customers')} value={formatCount(locale, all.customers)} text={scope} />
      <Figure name={t('cells.usd')} value={money(all.usd)} text={scope} />
      <Figure name={t('cells.usdt')} value={money(all.usdt)} text={scope} />
      <Clearing all={shown} scope={scope} />
    </Figures>
  )
}

function Clearing({ all: shown, scope }: { readonly all: ShownFigures; readonly scope: string }) {
  const { clearing, underWay } = shown.all
  const state = clearingState(shown)
  const amounts = [
    clearing.usd === '0' ? '' : money(clearing.usd, 'USD'),
    clearing.usdt === '0' ? '' : money(clearing.usdt, 'USDT'),
  ]
  const isKnownAmount = state === 'open' || state === 'differs'
  const underWayText = t('cells.clearing.underWay', { count: underWay })
  const texts = { zero: underWayText, open: underWayText, differs: t('cells.clearing.differs'), unknown: scope }
  return (
    <Figure
      name={t('cells.clearing')}
      value={isKnownAmount ? amounts.filter(Boolean).join(', ') : t(`cells.clearing.${state}`)}
      text={texts[state]}
      isUrgent={state === 'differs'}
    />
  )
}
