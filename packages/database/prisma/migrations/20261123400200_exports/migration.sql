-- Exports of accounts. The file of an export is on the gateways' disk, under the export's id.
CREATE TABLE account_export (
  id           text PRIMARY KEY,
  -- No cascade: the row says that there is a file, so a gateway removes both before the user goes.
  user_id      text NOT NULL REFERENCES "user" (id) ON UPDATE CASCADE,
  state        text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'running', 'ready', 'failed')),
  lines        integer NOT NULL DEFAULT 0,
  bytes        bigint NOT NULL DEFAULT 0,
  attempt      integer NOT NULL DEFAULT 0,
  leased_until timestamptz(3),
  requested_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at   timestamptz(3)
);

CREATE INDEX account_export_user_id_idx ON account_export (user_id);
CREATE INDEX account_export_open_idx ON account_export (requested_at) WHERE state IN ('pending', 'running');
CREATE INDEX account_export_expires_idx ON account_export (expires_at) WHERE expires_at IS NOT NULL;
