# Honours POSTGRES_USER, POSTGRES_PASSWORD and POSTGRES_DB on an empty data folder, as the official image does.
set -eu
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql
  chown -R postgres:postgres "$PGDATA" /var/run/postgresql
  exec setpriv --reuid=postgres --regid=postgres --init-groups sh "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  user=${POSTGRES_USER:-postgres}
  printf '%s\n' "${POSTGRES_PASSWORD:?set POSTGRES_PASSWORD}" > /tmp/password
  initdb --username="$user" --pwfile=/tmp/password --encoding=UTF8 --locale=C.UTF-8 > /dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -w -o '-c listen_addresses=' start > /dev/null
  if [ "${POSTGRES_DB:-$user}" != postgres ]; then createdb --username="$user" "${POSTGRES_DB:-$user}"; fi
  pg_ctl -w -m fast stop > /dev/null
fi
exec "$@" -c 'listen_addresses=*'
