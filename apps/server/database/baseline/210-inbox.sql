-- The customer's inbox: routines only, over messages, closed orders and announcements.
create schema inbox;
