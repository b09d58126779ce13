import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeysQuery } from '../../api/account.ts';
import type { ApiKeyScope } from '../../api/account.ts';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Waiting } from '../../ui/feedback.tsx';
import { Section } from '../../ui/page.tsx';
import { KeyList } from '../keys/key-list.tsx';
import { API_KEY_SCOPES, NewKeyDialog } from '../keys/new-key-dialog.tsx';

export function ApiKeys() {
  const { queryKey } = apiKeysQuery;
  const query = useQuery(apiKeysQuery);
  const { data: keys } = query;
  const [isMaking, setMaking] = useState(false);
  return (
    <Section
      title="API keys"
      description="Your programs can use a key instead of your password. A key allows only what you choose, and expires. It cannot create keys or change how you sign in."
      actions={<Button onPress={() => setMaking(true)}>New key</Button>}
    >
      <Waiting query={query} />
      <KeyList
        keys={keys}
        none="No keys."
        scopesOf={({ scopes }) => scopes.map(nameOf).join(', ')}
        revoke={({ key_id }) => call('delete', '/api/client/account/keys/{key_id}', { path: { key_id } })}
        stale={[queryKey]}
      />
      <NewKeyDialog
        scopes={API_KEY_SCOPES}
        mayLastForever={false}
        namePlaceholder="Nightly backup"
        make={({ name, scopes, expiresInSeconds }) =>
          call('post', '/api/client/account/keys', {
            body: { name, scopes, expires_in_seconds: expiresInSeconds ?? 0 },
          })
        }
        stale={[queryKey]}
        shown={({ secret }) => (
          <div className="stack-4">
            <p>
              <strong>Copy the key now.</strong> It is shown only once. A program sends it as{' '}
              <code>Authorization: Bearer</code>.
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
