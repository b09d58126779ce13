import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiKeyScope } from '../../api/account.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectField, useInput } from '../../ui/fields.tsx';
import { SendForm } from '../../ui/form.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Page } from '../../ui/page.tsx';
import { API_KEY_SCOPES, endWithin, KEY_ENDS, ScopeChoices, secondsUntil } from '../keys/new-key-dialog.tsx';

export function DevicePage() {
  const { code: given = '' } = useSearch({ from: '/inside/device' });
  const code = useInput(given);
  const [end, setEnd] = useState<'approved' | 'denied' | null>(null);
  const finding = useMutation({
    mutationFn: () =>
      call('post', '/api/client/account/device-logins/find', { body: { user_code: code.value } }),
  });
  return (
    <Page title="Authorize a program" width="narrow">
      {end !== null ? (
        <p role="status">
          {end === 'approved'
            ? 'Done. The program continues by itself, and you can close this page. Its key is listed in your account.'
            : 'Denied. The program did not get a key.'}
        </p>
      ) : finding.data === undefined ? (
        <SendForm
          action="Continue"
          variant="primary"
          sending={{ ...finding, error: plain(finding.error) }}
          onSubmit={() => code.value.trim() !== '' && finding.mutate()}
        >
          <Field
            label="Code"
            hint="The program shows it, for example WDJB-MJHT. Continue only if you started the program yourself and it shows this code."
            isRequired
            isMonospace
            autoFocus
            autoComplete="off"
            maxLength={40}
            {...code}
          />
        </SendForm>
      ) : (
        <DeviceLoginForm code={code.value} login={finding.data} onEnd={setEnd} />
      )}
    </Page>
  );
}

function plain(error: Error | null): Error | null {
  if (!(error instanceof ApiError) || error.status !== 404) return error;
  return new ApiError({
    status: 404,
    detail: 'No program is waiting with this code. Codes expire after ten minutes',
  });
}

interface DeviceLoginFormProps {
  code: string;
  login: Schemas['DeviceLogin'];
  onEnd: (end: 'approved' | 'denied') => void;
}

function DeviceLoginForm({ code, login, onEnd }: DeviceLoginFormProps) {
  const [scopes, setScopes] = useState<readonly ApiKeyScope[]>(login.scopes);
  const end = useInput(endWithin(login.expires_in_seconds));
  const answering = useMutation({
    mutationFn: (isApproved: boolean) =>
      call('post', '/api/client/account/device-logins/resolve', {
        body: {
          user_code: code,
          approved: isApproved,
          ...(isApproved && { scopes: [...scopes], expires_in_seconds: secondsUntil(end.value) }),
        },
      }),
    onSuccess: (_answer, isApproved) => onEnd(isApproved ? 'approved' : 'denied'),
  });
  return (
    <SendForm
      action="Allow"
      variant="primary"
      sending={answering}
      isDisabled={scopes.length === 0}
      onSubmit={() => answering.mutate(true)}
      more={
        <Button isDisabled={answering.isPending} onPress={() => answering.mutate(false)}>
          Deny
        </Button>
      }
    >
      <p>
        <OutsideText as="strong" text={login.client_name} />
        {login.address === null ? '' : ` at ${login.address}`} asks for an API key. With it, the program acts
        for you until the key expires or you revoke it. If someone else sent you here, deny it.
      </p>
      <ScopeChoices choices={API_KEY_SCOPES} value={scopes} onChange={setScopes} />
      <SelectField label="The key expires" options={KEY_ENDS} {...end} />
    </SendForm>
  );
}
