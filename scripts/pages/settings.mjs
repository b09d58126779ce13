/**
 * What each setting means. A test fails if the services read a setting that is not here, or do not read one that is.
 *
 * `fallback` says the default where the code computes it, or where ways of running differ.
 */
/** Settings of a deployment. Everybody who runs the service decides about them. */
export const DEPLOYMENT = {
  PORT: { means: 'Port to listen on.' },
  HOST: { means: 'Address to listen on.' },
  PUBLIC_BASE_URL: {
    means: 'The origin that the outside uses. Links to files and trigger URLs begin with it.',
    fallback: '`http://localhost:<PORT>`',
  },
  DATA_DIR: { means: 'Files of messages, exports and a generated key; in `npm start` also the database.' },
  DATABASE_URL: { means: '`postgresql://…`', fallback: 'own PostgreSQL in `npm start`, else required' },
  DATABASE_CONNECTIONS_MAX: { means: 'Connections of a process.', fallback: '10 (20 in `npm start`)' },
  AMQP_URL: { means: '`amqp://…`', fallback: 'in memory in `npm start`, else required' },
  AMQP_PREFIX: { means: 'Prefix of all names in RabbitMQ, so that installations can share one.' },
  SECRETS_KEY: {
    means: '32 bytes as 64 hex or 44 base64 characters. Seals secrets; losing it loses them.',
    fallback: 'required, but for `npm start` and `npm run services`',
  },
  SECRETS_KEYS: { means: 'Further keys, separated by commas, which only open.' },
  SECRETS_KEYS_LOST: { means: 'Ids of lost keys. Services start although values need them.' },
  TRUSTED_PROXIES: {
    means: 'Networks (CIDR) of proxies whose `X-Forwarded-For` is believed.',
    fallback: 'loopback (none in containers)',
  },
  SIGN_UP: { means: '`closed` refuses new accounts, except by an invitation.' },
  INVITATIONS: { means: 'Whether users may invite others while sign-up is closed.' },
  WEBHOOK_RETRY_DELAYS_MS: { means: 'Waits before the retries of a delivery.' },
  WEBHOOK_TIMEOUT_MS: { means: 'Time limit of an attempt.' },
  WEBHOOK_ALLOWED_NETWORKS: {
    means: 'Networks (CIDR) that webhooks may go to although they are not public.',
    fallback: 'none (loopback in `npm start` on loopback addresses)',
  },
  TRIGGER_DEDUP_WINDOW_MS: { means: 'How long the same payload for the same task is a duplicate.' },
  TRIGGER_WAITING_MAX: { means: 'Triggers of one task that may wait for its agent.' },
  RETENTION_EVENTS_DAYS: { means: 'Days that ended events are kept. 0 is for ever, here and below.' },
  RETENTION_ATTEMPTS_DAYS: { means: 'Days that webhook attempts are kept; 0: with their events.' },
  RETENTION_RUNS_DAYS: { means: 'Days that ended runs are kept.' },
  RETENTION_MESSAGES_DAYS: { means: 'Days that messages are kept, with their files and answered requests.' },
  RETENTION_MEDIA_DAYS: { means: 'Days that files are kept; 0: with their messages.' },
  RETENTION_AUDIT_DAYS: { means: 'Days that entries of the audit log are kept.' },
  RETENTION_AUDIT_ADDRESSES_DAYS: { means: 'Days that the addresses in them are kept.' },
  AUDIT_ADDRESSES: { means: 'How much of an address goes into the audit log.' },
  MEDIA_LINK_DAYS: { means: 'Days that a link to a file opens it for an agent.' },
  RATE_LIMIT_AGENT_PER_MINUTE: { means: 'Calls of one agent.' },
  RATE_LIMIT_USER_PER_MINUTE: { means: 'Calls of one user.' },
  QUOTA_MEDIA_BYTES_PER_USER: { means: 'Bytes of all files of one user. 0 is no quota.' },
  DEMO: {
    means: 'Demo user and agents. `off` starts without them.',
    fallback: 'on in `npm start` on its own servers, else not allowed',
  },
  LOG_LEVEL: { means: 'What is logged.' },
  LOG_FORMAT: { means: 'How it is written.', fallback: 'json (pretty in `npm start`)' },
  GATEWAYS: {
    means: 'How many `npm run services` and docker-compose.yml start.',
    fallback: '1 (2 in containers)',
  },
  HUBS: { means: 'The same of websocket-hubs.', fallback: '1 (2 in containers)' },
  INTAKES: { means: 'The same of trigger-intakes.', fallback: '1 (2 in containers)' },
  SCHEDULERS: { means: 'The same of schedulers.' },
  DISPATCHERS: { means: 'The same of webhook-dispatchers.' },
};

/** Settings of tuning. Hardly anybody needs them, and a version may drop one. */
export const TUNING = {
  SERVICES_STATE_FILE: { means: 'where `npm run services` keeps a list of its processes' },
  HUB_SLOT: { means: "a fixed name for this hub's slot, for logs", fallback: 'any free one' },
  HUB_SOCKETS_MAX: { means: 'agent sockets of one hub' },
  HUB_FRAMES_PER_SECOND: { means: 'frames per second of one agent' },
  HUB_UNAUTHENTICATED_PER_ADDRESS: { means: 'unauthenticated sockets of one address at a hub' },
  WEBHOOK_CONCURRENCY: { means: 'attempts under way in one dispatcher' },
  WEBHOOK_CONCURRENCY_PER_AGENT: { means: 'attempts for one agent among these' },
  WEBHOOK_BREAKER_ATTEMPTS: {
    means: 'attempts before deliveries to a failing webhook are held back; 0 for never',
  },
  WEBHOOK_BREAKER_FAILURE_PERCENT: { means: 'the share of them that has failed' },
  WEBHOOK_BREAKER_WINDOW_MS: { means: 'how far back attempts count' },
  WEBHOOK_BREAKER_PROBE_MS: { means: 'the wait before the first probe; it doubles with each' },
  WEBHOOK_BREAKER_RELEASE_PER_SECOND: {
    means: 'deliveries to an agent in a second, once the breaker has ended',
  },
  TRIGGER_WAITING_POLICY: { means: 'beyond `TRIGGER_WAITING_MAX` `refuse`, or `drop_oldest`' },
  AGENT_ERROR_THRESHOLD: { means: "failed deliveries in a row that make an agent's status `error`" },
  RATE_LIMIT_AGENT_BYTES_PER_MINUTE: { means: 'bytes of one agent in calls, and as many in frames' },
  RATE_LIMIT_USER_BYTES_PER_MINUTE: { means: 'bytes of one user in calls' },
  RATE_LIMIT_AUTH_PER_MINUTE: { means: 'sign-ins, sign-ups and changes of a password from one address' },
  RATE_LIMIT_FAILED_CREDENTIALS_PER_MINUTE: { means: 'wrong credentials of one name from one address' },
  RATE_LIMIT_TRIGGER_PER_MINUTE: { means: 'calls of one trigger URL' },
  RATE_LIMIT_TRIGGER_BYTES_PER_MINUTE: { means: 'bytes of payloads that one trigger URL takes' },
  RATE_LIMIT_TRIGGER_ADDRESS_PER_MINUTE: { means: 'calls of all trigger URLs from one address' },
  QUOTA_AGENTS_PER_USER: { means: 'agents of one user; 0 is no quota, here and below' },
  QUOTA_TASKS_PER_AGENT: { means: 'tasks of one agent' },
  QUOTA_CONVERSATIONS_PER_USER: { means: 'conversations of one user' },
  QUOTA_RULES_PER_USER: { means: 'always-allow rules of one user' },
  QUOTA_EVENTS_WAITING_PER_AGENT: { means: 'events beside triggers that may wait for an agent' },
  QUOTA_TRIGGERS_WAITING_PER_AGENT: { means: 'triggers that may wait for an agent' },
  QUOTA_TRIGGER_BYTES_WAITING_PER_AGENT: { means: 'bytes of them' },
  QUOTA_MEDIA_BYTES_PER_AGENT: { means: 'bytes of the files of one agent', fallback: "half of the user's" },
};
