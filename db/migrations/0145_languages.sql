-- What somebody reads the product and its emails in; empty as long as they chose none, which is English.
alter table account add column language text check (language in ('en', 'hi'));
grant select (language) on account to :app;
