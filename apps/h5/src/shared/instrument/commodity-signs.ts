import type { Icon } from '@candor/ui'
import {
  BowlFoodIcon,
  BowlSteamIcon,
  BreadIcon,
  CoffeeBeanIcon,
  CoffeeIcon,
  CoinsIcon,
  CowIcon,
  CubeIcon,
  CylinderIcon,
  DiamondIcon,
  DropHalfIcon,
  DropIcon,
  FireIcon,
  FlameIcon,
  FlowerIcon,
  GasPumpIcon,
  GrainsIcon,
  HexagonIcon,
  JarIcon,
  LeafIcon,
  OrangeIcon,
  PiggyBankIcon,
  PipeIcon,
  PlantIcon,
  StackSimpleIcon,
  TreeEvergreenIcon,
} from '@candor/ui/icons/commodities'
import type { MessageKey } from '../i18n/index.ts'

export interface CommoditySign {
  readonly name: MessageKey
  readonly icon: Icon
}

/** The name and the plain object that stand for each commodity. One that is missing shows the server's name and its first letters. */
export const commoditySigns: Readonly<Partial<Record<string, CommoditySign>>> = {
  BRENT: { name: 'instrument.name.BRENT', icon: DropHalfIcon },
  WTI: { name: 'instrument.name.WTI', icon: DropIcon },
  NATGAS: { name: 'instrument.name.NATGAS', icon: FlameIcon },
  HEATOIL: { name: 'instrument.name.HEATOIL', icon: FireIcon },
  GASOLINE: { name: 'instrument.name.GASOLINE', icon: GasPumpIcon },
  GOLD: { name: 'instrument.name.GOLD', icon: StackSimpleIcon },
  SILVER: { name: 'instrument.name.SILVER', icon: CoinsIcon },
  COPPER: { name: 'instrument.name.COPPER', icon: PipeIcon },
  PLATINUM: { name: 'instrument.name.PLATINUM', icon: DiamondIcon },
  PALLADIUM: { name: 'instrument.name.PALLADIUM', icon: HexagonIcon },
  ALUMINIUM: { name: 'instrument.name.ALUMINIUM', icon: CylinderIcon },
  WHEAT: { name: 'instrument.name.WHEAT', icon: GrainsIcon },
  CORN: { name: 'instrument.name.CORN', icon: PlantIcon },
  SOYBEANS: { name: 'instrument.name.SOYBEANS', icon: LeafIcon },
  SOYOIL: { name: 'instrument.name.SOYOIL', icon: JarIcon },
  SOYMEAL: { name: 'instrument.name.SOYMEAL', icon: BowlFoodIcon },
  OATS: { name: 'instrument.name.OATS', icon: BreadIcon },
  RICE: { name: 'instrument.name.RICE', icon: BowlSteamIcon },
  COFFEE: { name: 'instrument.name.COFFEE', icon: CoffeeIcon },
  LIVECATTLE: { name: 'instrument.name.LIVECATTLE', icon: CowIcon },
  LEANHOGS: { name: 'instrument.name.LEANHOGS', icon: PiggyBankIcon },
  SUGAR: { name: 'instrument.name.SUGAR', icon: CubeIcon },
  COCOA: { name: 'instrument.name.COCOA', icon: CoffeeBeanIcon },
  COTTON: { name: 'instrument.name.COTTON', icon: FlowerIcon },
  ORANGEJUICE: { name: 'instrument.name.ORANGEJUICE', icon: OrangeIcon },
  LUMBER: { name: 'instrument.name.LUMBER', icon: TreeEvergreenIcon },
}
