import { Button } from '@candor/ui'
import { t } from '../../shared/i18n/index.ts'
import { actColumn } from '../../shared/page/index.ts'
import type { Column } from '../../shared/page/index.ts'

/** The column with the button that proposes other terms; without the role there is none in it. */
export function proposeColumn<Terms>(mayPropose: boolean, onPropose: (terms: Terms) => void): Column<Terms> {
  return actColumn(t('risk.terms.act'), (terms) =>
    mayPropose ? (
      <Button tone="quiet" size="small" onClick={() => onPropose(terms)}>
        {t('risk.terms.propose')}
      </Button>
    ) : null,
  )
}
