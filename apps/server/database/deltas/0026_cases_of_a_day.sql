-- The console counts what was decided today, however much there has been.
create index deposit_by_end on deposit.deposit (decided_ms) where decided_ms is not null;
create index submission_by_end on kyc.submission (decided_ms) where decided_ms is not null;
