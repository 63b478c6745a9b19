import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { createPhotos } from '../../../platform/photos/index.ts'
import { createVault, folderStore } from '../../../platform/vault/index.ts'
import { createDepositAddresses } from '../deposit-addresses.ts'
import { createDepositService } from '../deposit-service.ts'
import { createVouchers } from '../voucher-service.ts'

/** The form of a deposit of 100 USDT with a voucher. */
export function voucherForm(voucher: File) {
  return {
    requestId: randomUUID(),
    chain: 'TRC20' as const,
    currency: 'USDT' as const,
    quantity: '100',
    voucher,
    txid: undefined,
  }
}

/** Deposits with vouchers, which are kept in a folder of their own, as a server without a watcher takes them. */
export async function openVoucherDeposits(pool: Pool) {
  const folder = await mkdtemp(join(tmpdir(), 'candor-vouchers-'))
  const vault = createVault({ store: folderStore(folder), masterKey: 'a master key of tests' })
  const vouchers = createVouchers({ pool, photos: createPhotos(), vault })
  const deposits = createDepositService({
    pool,
    vouchers,
    addresses: createDepositAddresses({ pool, watched: new Set(), request: () => undefined }),
  })
  return { folder, vault, vouchers, deposits, removeFolder: () => rm(folder, { recursive: true, force: true }) }
}
