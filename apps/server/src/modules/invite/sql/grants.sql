grant select on ledger.invite_reward, ledger.invite_setting to candor_app;
grant execute on function
  identity.masked_contact,
  -- Only reads: it names the reward that a payment failed at.
  ledger.due_invite_rewards,
  ledger.invite_reward_bytes,
  ledger.next_invite_reward,
  ledger.pay_invite_rewards
to candor_app;
