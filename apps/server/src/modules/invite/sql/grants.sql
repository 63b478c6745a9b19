grant usage on schema invite to candor_app;
grant select on invite.invite_reward, invite.invite_setting to candor_app;
grant select on invite.shown_name to candor_app;
grant execute on function
  -- Only reads: it names the reward that a payment failed at.
  invite.due_invite_rewards,
  invite.invite_reward_bytes,
  invite.masked_contact,
  invite.next_invite_reward,
  invite.pay_invite_rewards,
  invite.show_name
to candor_app;
