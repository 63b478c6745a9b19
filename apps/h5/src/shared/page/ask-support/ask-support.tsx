import { Button, LinkRow, RowList } from '@candor/ui'
import type { ButtonTone } from '@candor/ui'
import { HeadsetIcon } from '@candor/ui/icons/account'
import { useTexts } from '../../i18n/index.ts'
import { hrefOf, navigation } from '../index.ts'

/** A row that opens the conversation with customer service, below its possible subject. */
export function AskSupportRow() {
  const { t } = useTexts()
  return (
    <RowList hasIcons>
      <LinkRow href={hrefOf('support')} icon={<HeadsetIcon />} title={t('ask-support.ask')} />
    </RowList>
  )
}

export interface AskSupportButtonProps {
  readonly tone?: ButtonTone
  /** Called before the conversation opens. */
  readonly onOpen?: () => void
}

/** The same among the buttons of a dialog or of a state of a screen. */
export function AskSupportButton({ tone, onOpen }: AskSupportButtonProps) {
  const { t } = useTexts()
  const open = () => {
    onOpen?.()
    navigation.navigate('support')
  }
  return (
    <Button {...(tone === undefined ? {} : { tone })} onClick={open}>
      {t('ask-support.ask')}
    </Button>
  )
}
