#!/bin/sh
# Makes the database and the two roles of docs/how-to/use-your-own-postgresql.md. The postgres image runs it once, as superuser.
set -eu
psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
  --set=owner_password="$OWNER_PASSWORD" --set=app_password="$APP_PASSWORD" <<'SQL'
create role rk_owner login password :'owner_password';
create role rk_app login password :'app_password';
create database roadkeeper owner rk_owner template template0 encoding 'UTF8' locale 'C.UTF-8';
revoke all on database roadkeeper from public;
grant connect on database roadkeeper to rk_app;
SQL
