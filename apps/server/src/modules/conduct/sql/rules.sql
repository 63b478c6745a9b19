-- Published rules: a version stays as it is.

create trigger rule_is_never_changed before update or delete or truncate on conduct.rule for each statement
  execute function ledger.refuse_change();
