import { LinkRow, LogoMark, RowList } from '@candor/ui'
import { useTexts } from '../i18n/index.ts'
import { publicOrigin } from './acceptance/index.ts'

/** The way to the public log of all prices. */
export function PriceLogRow() {
  const { t } = useTexts()
  return (
    <RowList>
      <LinkRow href={`${publicOrigin()}/price-log/`} icon={<LogoMark height={24} />} title={t('proof.log')} />
    </RowList>
  )
}
