import type { DeviceView } from '@candor/api'
import type { Icon } from '@candor/ui'
import { DeviceMobileIcon, DeviceTabletIcon, LaptopIcon, QuestionIcon } from '@candor/ui/icons/security'

const icons: Readonly<Record<DeviceView['kind'], Icon>> = {
  phone: DeviceMobileIcon,
  tablet: DeviceTabletIcon,
  computer: LaptopIcon,
  unknown: QuestionIcon,
}

/** The picture of a kind of device. */
export function DeviceGlyph({ kind }: { readonly kind: DeviceView['kind'] }) {
  const KindIcon = icons[kind]
  return <KindIcon size={20} />
}
