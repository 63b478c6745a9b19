-- What self-set limits count: routines only, over orders and deposits.
create schema limits;
