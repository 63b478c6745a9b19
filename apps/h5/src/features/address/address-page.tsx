import { userAddress } from '@candor/api'
import { Skeleton } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { Loaded, pageOf } from '../../shared/page/index.ts'
import { AddressForm } from './address-form.tsx'

/** The customer's optional address: as text, and as a point on the map. */
export const AddressPage = pageOf({ title: 'address.text', signedOut: 'address.signedOut' }, OwnAddress)

function OwnAddress() {
  const address = useQuery(queryFor(userAddress, {}))
  return (
    <Loaded queries={{ address }} skeleton={<Skeleton width="100%" height={54} radius={14} />}>
      {(read) => <AddressForm saved={read.address.address} />}
    </Loaded>
  )
}
