-- The public record counts the decisions of the last days only, however many there have been.
create index decision_by_time on kyc.decision (decided_ms);
