import type { OperatorRole } from '@candor/api/operator'
import type { Pool } from 'pg'

/** Adds an operator and opens a session with this secret, which lasts through any history. */
export async function openLastingSession(
  owner: Pool,
  { name, role, secret }: { readonly name: string; readonly role: OperatorRole; readonly secret: string },
): Promise<void> {
  await owner.query(
    `with added as (
       select operator.add_account($1, array[$2]::operator.role[], decode(repeat('00', 16), 'hex'),
         decode(repeat('00', 32), 'hex'), decode(repeat('00', 20), 'hex'), decode(repeat('00', 32), 'hex'), false, false) as id
     ) insert into operator.session (operator_id, secret_hash, device, network, created_ms, last_used_ms)
       select id, sha256(convert_to($3, 'UTF8')), '', '', 9000000000000, 9000000000000 from added`,
    [name, role, secret],
  )
}
