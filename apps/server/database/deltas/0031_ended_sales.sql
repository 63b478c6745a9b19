-- Operators list the sales that a dealer confirmed or let lapse, newest first; most sales are of automatic adverts.
create index sale_ended on floor.sale (sale_id desc) where state <> 'in-progress' and lapses_ms is not null;
