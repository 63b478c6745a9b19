import { panes, useMedia } from '../../../shared/device/media/index.ts'
import { loadTexts } from '../../../shared/i18n/index.ts'
import { latePart } from '../../../shared/page/index.ts'
import styles from './ticket-log.module.css'

const PriceLogCard = latePart(async () => {
  const [part] = await Promise.all([import('../wide/index.ts'), loadTexts('contractWide')])
  return part.PriceLogCard
})

/** With less height it would push the decision out of sight. */
const high = matchMedia('(min-height: 780px)')

/** In an order pane with room for it: how the log of prices stands, by which the contract will be settled. */
export function TicketLog() {
  const isBeside = useMedia(panes)
  const isHigh = useMedia(high)
  return isBeside && isHigh ? (
    <div className={styles.log} data-log="">
      <PriceLogCard />
    </div>
  ) : null
}
