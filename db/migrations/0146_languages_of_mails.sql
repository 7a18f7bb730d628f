-- Templates of mails in every language of the product, and in what somebody reads theirs.
alter table mail_template add column language text not null default 'en' check (language in ('en', 'hi'));
alter table mail_template drop constraint mail_template_key_key;
create unique index mail_template_key_language_key on mail_template (key, language);

create or replace view identity_person with (security_invoker = true) as
  select id, org_id, kind, profile_type, name, email, mobile, role_id, has_password, address, city, state,
    pin, last_login_at, status, created_at, deleted_at, kyc_status, language
  from account;
