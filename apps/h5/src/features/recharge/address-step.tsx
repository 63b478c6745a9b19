import type { RechargeChainView } from '@candor/api'
import { Button, Segmented } from '@candor/ui'
import { ReadinessCard } from '../../shared/account/readiness/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/page/index.ts'
import { AddressCard } from './address-card.tsx'
import { RechargeStepScreen } from './recharge-step.tsx'
import { ChainTerms } from './recharge-terms.tsx'

interface AddressStepProps {
  readonly chain: RechargeChainView['chain']
  readonly chains: readonly RechargeChainView[]
  readonly onChain: (chain: RechargeChainView['chain']) => void
}

/** The first step: the network, the own address on it, and what may be sent there. */
export function AddressStep({ chain, chains, onChain }: AddressStepProps) {
  const { t } = useTexts()
  const terms = chains.find((known) => known.chain === chain)
  return (
    <RechargeStepScreen
      step={1}
      title={t('recharge.send.title')}
      lead={t('recharge.send.lead')}
      dock={<Button onClick={() => navigation.navigate('recharge', { sent: chain })}>{t('recharge.send.done')}</Button>}
    >
      <ReadinessCard isFolded />
      <Segmented
        label={t('recharge.chain')}
        options={chains.map(({ chain: value }) => ({ value, label: `${t(`recharge.network.${value}`)} · ${value}` }))}
        value={chain}
        onValue={onChain}
      />
      <AddressCard chain={chain} />
      {terms === undefined ? null : <ChainTerms chain={terms} />}
    </RechargeStepScreen>
  )
}
