-- Each claim of a document has a number, and one that is made again another: a claim that a customer was not verified
-- with is given up only as long as it is the same.
create sequence directory.document_claim;
alter table directory.name add column claim_no bigint;
