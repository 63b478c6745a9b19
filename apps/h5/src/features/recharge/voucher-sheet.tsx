import { useEffect, useRef } from 'react'
import { rechargeVoucher } from '@candor/api'
import { Sheet } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { CallFailed, download, queryKeyOf } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { Loaded, Placeholders } from '../../shared/page/index.ts'
import styles from './recharge-page.module.css'

export interface VoucherSheetProps {
  /** Of the recharge. */
  readonly id: string
  readonly onClose: () => void
}

/** The voucher that the customer sent with a recharge. */
export function VoucherSheet({ id, onClose }: VoucherSheetProps) {
  const { t } = useTexts()
  const voucher = useQuery({
    queryKey: queryKeyOf(rechargeVoucher, { id }),
    queryFn: async ({ signal }) => {
      const result = await download(rechargeVoucher, { id }, { signal })
      if (!result.ok) throw new CallFailed(result)
      return result.value
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Sheet title={t('recharge.voucher')} closeLabel={t('shared.action.close')} onClose={onClose}>
      <Loaded
        queries={{ voucher }}
        failed={t('recharge.voucherFailed')}
        skeleton={<Placeholders className={styles.form} blocks={[360]} />}
      >
        {(read) => <Picture file={read.voucher} />}
      </Loaded>
    </Sheet>
  )
}

function Picture({ file }: { readonly file: Blob }) {
  const { t } = useTexts()
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    if (image.current !== null) image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [file])
  return <img ref={image} className={styles.sentVoucher} alt={t('recharge.voucher')} />
}
