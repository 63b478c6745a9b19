-- Ids that customers see are no running numbers any more. Those from before stay.
alter table withdrawal.withdrawal
  alter column withdrawal_id drop identity, alter column withdrawal_id set default clock.new_record_id();
alter table deposit.deposit
  alter column deposit_id drop identity, alter column deposit_id set default clock.new_record_id();
alter table deposit.chain_transfer
  alter column transfer_id drop identity, alter column transfer_id set default clock.new_record_id();
alter table floor.sale alter column sale_id drop identity, alter column sale_id set default clock.new_record_id();
alter table swap.swap alter column swap_id drop identity, alter column swap_id set default clock.new_record_id();
alter table interest.interest_order
  alter column order_id drop identity, alter column order_id set default clock.new_record_id();
alter table payout.method
  alter column method_id drop identity, alter column method_id set default clock.new_record_id();
alter table correction.correction
  alter column correction_id drop identity, alter column correction_id set default clock.new_record_id();
alter table kyc.submission
  alter column submission_id drop identity, alter column submission_id set default clock.new_record_id();
alter table kyc.photo_view alter column view_id drop identity, alter column view_id set default clock.new_record_id();
alter table message.message
  alter column message_id drop identity, alter column message_id set default clock.new_record_id();
alter table identity.session
  alter column session_id drop identity, alter column session_id set default clock.new_record_id();
alter table identity.login alter column login_id drop identity, alter column login_id set default clock.new_record_id();
alter table security.passkey
  alter column passkey_id drop identity, alter column passkey_id set default clock.new_record_id();
alter table support.conversation
  alter column conversation_id drop identity, alter column conversation_id set default clock.new_record_id();
-- Placing numbers the orders of a batch itself.
alter table contract.contract_order alter column order_id set default clock.new_record_id();
drop sequence contract.order_id;
