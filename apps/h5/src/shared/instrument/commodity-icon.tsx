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

const icons: Readonly<Partial<Record<string, Icon>>> = {
  BRENT: DropHalfIcon,
  WTI: DropIcon,
  NATGAS: FlameIcon,
  HEATOIL: FireIcon,
  GASOLINE: GasPumpIcon,
  GOLD: StackSimpleIcon,
  SILVER: CoinsIcon,
  COPPER: PipeIcon,
  PLATINUM: DiamondIcon,
  PALLADIUM: HexagonIcon,
  ALUMINIUM: CylinderIcon,
  WHEAT: GrainsIcon,
  CORN: PlantIcon,
  SOYBEANS: LeafIcon,
  SOYOIL: JarIcon,
  SOYMEAL: BowlFoodIcon,
  OATS: BreadIcon,
  RICE: BowlSteamIcon,
  COFFEE: CoffeeIcon,
  LIVECATTLE: CowIcon,
  LEANHOGS: PiggyBankIcon,
  SUGAR: CubeIcon,
  COCOA: CoffeeBeanIcon,
  COTTON: FlowerIcon,
  ORANGEJUICE: OrangeIcon,
  LUMBER: TreeEvergreenIcon,
}

export interface CommodityIconProps {
  readonly symbol: string
  readonly size: 18 | 20
  /** The fallback for a commodity without an icon. */
  readonly letters: string
}

/** The icon of a commodity. */
export function CommodityIcon({ symbol, size, letters }: CommodityIconProps) {
  const Drawn = icons[symbol]
  return Drawn === undefined ? letters : <Drawn size={size} />
}
