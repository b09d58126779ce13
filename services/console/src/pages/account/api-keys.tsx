import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeysQuery, createApiKey, revokeApiKey } from '../../api/account.ts';
import type { ApiKeyScope } from '../../api/account.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Waiting } from '../../ui/loading.tsx';
import { Section } from '../../ui/page.tsx';
import { KeyList } from '../keys/key-list.tsx';
import { API_KEY_SCOPES, NewKeyDialog } from '../keys/new-key-dialog.tsx';

/** The keys of the person's own programs: made, shown once, and revoked. */
export function ApiKeys() {
  const { queryKey } = apiKeysQuery;
  const query = useQuery(apiKeysQuery);
  const { data: keys } = query;
  const [isMaking, setMaking] = useState(false);
  return (
    <Section
      title="API keys"
      description="A program of yours may use a key instead of your password. It opens only what you choose, and ends. No key makes keys or changes how you sign in."
      actions={<Button onPress={() => setMaking(true)}>New key</Button>}
    >
      <Waiting query={query} />
      <KeyList
        keys={keys}
        none="None."
        scopesOf={({ scopes }) => scopes.map(nameOf).join(', ')}
        revoke={(key) => revokeApiKey(key.key_id)}
        stale={[queryKey]}
      />
      <NewKeyDialog
        scopes={API_KEY_SCOPES}
        mayLastForever={false}
        namePlaceholder="Nightly backup"
        make={({ name, scopes, expiresInSeconds }) =>
          createApiKey({ name, scopes, expires_in_seconds: expiresInSeconds ?? 0 })
        }
        stale={[queryKey]}
        shown={({ secret }) => (
          <div className="stack-4">
            <p>
              <strong>Copy the key now.</strong> It is shown this once and cannot be looked up later. A
              program sends it as <code>Authorization: Bearer</code>.
            </p>
            <code className="anywhere">{secret}</code>
            <div>
              <CopyButton text={secret} what="key" isLabelled />
            </div>
          </div>
        )}
        isOpen={isMaking}
        onClose={() => setMaking(false)}
      />
    </Section>
  );
}

function nameOf(scope: ApiKeyScope): string {
  return API_KEY_SCOPES.find(({ id }) => id === scope)?.name ?? scope;
}
