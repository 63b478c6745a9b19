-- Where operators open the console of a cell. The owner alone writes it: operators sign in there.
alter table directory.cell add column console_origin text check (console_origin ~ '^https?://[^/[:space:]]+$');
