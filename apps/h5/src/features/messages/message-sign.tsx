import { createElement } from 'react'
import type { AnnouncementKind, MessageView } from '@candor/api'
import { Glyph } from '@candor/ui'
import type { Icon } from '@candor/ui'
import {
  ArrowDownIcon,
  ArrowUpIcon,
  BellIcon,
  BellRingingIcon,
  HeadsetIcon,
  IdentificationCardIcon,
  MegaphoneSimpleIcon,
} from '@candor/ui/icons/account'
import { UserPlusIcon } from '@candor/ui/icons/invite'
import { ClockIcon, HandshakeIcon, PercentIcon, ScalesIcon, WrenchIcon } from '@candor/ui/icons/message'
import { ShieldCheckIcon } from '@candor/ui/icons/security'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import { thingOf } from './message-facts.ts'

const signs: Readonly<Partial<Record<string, Icon>>> = {
  alert: BellRingingIcon,
  correction: ScalesIcon,
  invite: UserPlusIcon,
  kyc: IdentificationCardIcon,
  order: ReceiptIcon,
  recharge: ArrowDownIcon,
  sale: HandshakeIcon,
  security: ShieldCheckIcon,
  support: HeadsetIcon,
  term: PercentIcon,
  withdrawal: ArrowUpIcon,
}

const announcementSigns: Readonly<Record<AnnouncementKind, Icon>> = {
  notice: MegaphoneSimpleIcon,
  hours: ClockIcon,
  work: WrenchIcon,
  terms: ScalesIcon,
}

/** The round icon of a message's subject. */
export function MessageSign({ message }: { readonly message: MessageView }) {
  return <Glyph>{createElement(iconOf(message), { size: 20 })}</Glyph>
}

function iconOf(message: MessageView): Icon {
  if (message.type === 'announcement') return announcementSigns[message.about]
  return (message.type === 'order' ? ReceiptIcon : signs[thingOf(message.kind)]) ?? BellIcon
}
