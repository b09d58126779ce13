#!/usr/bin/env bash
# A gate for a deploy script: it asks a person before anything is deployed, and deploys only after a yes.
#
#   svc login --scopes read,write,decisions,agents                   # once: the scope `agents` lets it create one
#   svc agents create "Deploy gate" --kind approval-only >> .env     # once: AGENT_ID and AGENT_SECRET
#   echo AGENT_SERVICE_URL=https://agents.example.org >> .env        # once: where the service answers
#   set -a; . ./.env; set +a
#   ./deploy-gate.sh v1.4.2 ./deploy.sh v1.4.2
#
# Without an answer, with a no, or if the service cannot be reached, nothing is deployed. The first answer for a version holds: run it again
# after a yes, and nobody is asked again.
set -euo pipefail

version=${1:?Usage: deploy-gate.sh <version> <command> [argument …]}
shift
: "${1:?What is to be run after a yes?}"

status=0
svc decisions ask "Deploy $version to production?" \
  --action "deploy:production" \
  --description "By ${USER:-somebody} on $(hostname)." \
  --key "deploy-$version" \
  --timeout "${GATE_TIMEOUT:-30m}" || status=$?

case $status in
  0) exec "$@" ;;
  10) echo "Refused: $version is not deployed." >&2 ;;
  11) echo "Nobody has answered: $version is not deployed." >&2 ;;
  *) echo "The gate does not work (svc ended with $status): $version is not deployed." >&2 ;;
esac
exit "$status"
