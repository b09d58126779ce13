# Sources /docker-entrypoint.d/*.envsh that may be executed, then fills in the templates with the environment, as the official image does.
set -e
for file in /docker-entrypoint.d/*.envsh; do
  if [ -x "$file" ]; then . "$file"; fi
done
names=$(awk -v filter="${NGINX_ENVSUBST_FILTER:-}" 'BEGIN { for (name in ENVIRON) if (name ~ filter) printf "${%s} ", name }' < /dev/null)
for template in /etc/nginx/templates/*.template; do
  if [ -e "$template" ]; then
    envsubst "$names" < "$template" > "${NGINX_ENVSUBST_OUTPUT_DIR:-/etc/nginx/conf.d}/$(basename "$template" .template)"
  fi
done
exec "$@"
