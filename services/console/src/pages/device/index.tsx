import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiKeyScope } from '../../api/account.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Page } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { API_KEY_SCOPES, endWithin, KEY_ENDS, ScopeChoices, secondsUntil } from '../keys/new-key-dialog.tsx';

export function DevicePage() {
  const { code: given = '' } = useSearch({ from: '/inside/device' });
  const [code, setCode] = useState(given);
  const [end, setEnd] = useState<'approved' | 'denied' | null>(null);
  const finding = useMutation({
    mutationFn: () => call('post', '/api/client/account/device-logins/find', { body: { user_code: code } }),
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
        <Form onSubmit={() => code.trim() !== '' && !finding.isPending && finding.mutate()}>
          <Field
            label="Code"
            hint="The program shows it, for example WDJB-MJHT. Continue only if you started the program yourself and it shows this code."
            isRequired
            isMonospace
            autoFocus
            autoComplete="off"
            maxLength={40}
            value={code}
            onChange={setCode}
          />
          {finding.isError && <ErrorNotice error={plain(finding.error)} />}
          <div>
            <Button type="submit" variant="primary" isPending={finding.isPending}>
              Continue
            </Button>
          </div>
        </Form>
      ) : (
        <DeviceLoginForm code={code} login={finding.data} onEnd={setEnd} />
      )}
    </Page>
  );
}

function plain(error: unknown): unknown {
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
  const [end, setEnd] = useState(endWithin(login.expires_in_seconds));
  const answering = useMutation({
    mutationFn: (isApproved: boolean) =>
      call('post', '/api/client/account/device-logins/resolve', {
        body: {
          user_code: code,
          approved: isApproved,
          ...(isApproved && { scopes: [...scopes], expires_in_seconds: secondsUntil(end) }),
        },
      }),
    onSuccess: (_answer, isApproved) => onEnd(isApproved ? 'approved' : 'denied'),
  });
  return (
    <Form onSubmit={() => scopes.length > 0 && !answering.isPending && answering.mutate(true)}>
      <p>
        <strong>
          <OutsideText text={login.client_name} />
        </strong>
        {login.address === null ? '' : ` at ${login.address}`} asks for an API key. With it, the program acts
        for you until the key expires or you revoke it. If someone else sent you here, deny it.
      </p>
      <ScopeChoices choices={API_KEY_SCOPES} value={scopes} onChange={setScopes} />
      <SelectField label="The key expires" options={KEY_ENDS} value={end} onChange={setEnd} />
      {answering.isError && <ErrorNotice error={answering.error} />}
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          isPending={answering.isPending}
          isDisabled={scopes.length === 0}
        >
          Allow
        </Button>
        <Button isDisabled={answering.isPending} onPress={() => answering.mutate(false)}>
          Deny
        </Button>
      </div>
    </Form>
  );
}
