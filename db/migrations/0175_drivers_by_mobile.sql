-- A search by a whole mobile number takes as long among a million drivers as among ten thousand.
create index driver_mobile_idx on driver (mobile);
