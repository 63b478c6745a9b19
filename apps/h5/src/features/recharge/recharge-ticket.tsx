import { useEffect, useState } from 'react'
import { useRouteParams } from '../../shared/page/index.ts'
import { AddressStep } from './address-step.tsx'
import { initialRecharge } from './recharge-form-model.ts'
import type { RechargeForm, RechargeMethods } from './recharge-form-model.ts'
import { SentStep } from './sent-step.tsx'
import { useRechargeSending } from './use-recharge-sending.ts'
import type { ChosenFile } from './voucher-field.tsx'

/**
 * A recharge in two steps: the own address on a chain, then what was sent to it. The address names the chain of the
 * second step, so Back leads to the first one, and a reload stays. What was typed survives both ways.
 */
export function RechargeTicket({ methods }: { readonly methods: RechargeMethods }) {
  const { sent } = useRouteParams('recharge')
  const [form, setForm] = useState(initialRecharge)
  const [voucher, setVoucher] = useState<ChosenFile | null>(null)
  const sending = useRechargeSending()
  useEffect(() => (voucher === null ? undefined : () => URL.revokeObjectURL(voucher.url)), [voucher])
  const change = (part: Partial<RechargeForm>) => {
    setForm({ ...form, ...part })
    sending.forget()
  }
  const sentOn = methods.chains.find(({ chain }) => chain === sent)
  if (sentOn === undefined) {
    return (
      <AddressStep key="address" chain={form.chain} chains={methods.chains} onChain={(chain) => change({ chain })} />
    )
  }
  return (
    <SentStep
      key="sent"
      form={{ ...form, chain: sentOn.chain }}
      methods={methods}
      voucher={voucher}
      sending={sending}
      onChange={change}
      onVoucher={(file) => {
        setVoucher(file)
        sending.forget()
      }}
    />
  )
}
