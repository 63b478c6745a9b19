import { ButtonRow, RowList, Sheet } from '@candor/ui'
import { MapPinIcon } from '@candor/ui/icons/map'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import { ClockIcon } from '@candor/ui/icons/wallet'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/page/index.ts'

interface MoreSheetProps {
  readonly hasHours: boolean
  /** A disabled account sees none of its records. */
  readonly hasThings: boolean
  readonly onThings: () => void
  readonly onHours: () => void
  readonly onClose: () => void
}

/** Further things to send, and the opening hours. */
export function MoreSheet({ hasHours, hasThings, onThings, onHours, onClose }: MoreSheetProps) {
  const { t } = useTexts()
  return (
    <Sheet title={t('support.more')} closeLabel={t('shared.action.close')} onClose={onClose}>
      <RowList hasIcons>
        {hasThings ? <ButtonRow icon={<ReceiptIcon />} title={t('support.sendThing')} onPress={onThings} /> : null}
        <ButtonRow
          icon={<MapPinIcon />}
          title={t('support.sendPlace')}
          onPress={() => navigation.navigate('chooseLocation', { for: 'support' })}
        />
        {hasHours ? <ButtonRow icon={<ClockIcon />} title={t('support.hours')} onPress={onHours} /> : null}
      </RowList>
    </Sheet>
  )
}
