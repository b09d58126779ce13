import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import type { ApiKeyScope } from '../../api/api-keys.ts';
import { resolveDeviceLogin } from '../../api/device-logins.ts';
import type { DeviceLogin } from '../../api/device-logins.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { API_KEY_SCOPES } from '../keys/api-key-scopes.ts';
import { endWithin, KEY_ENDS, secondsUntil } from '../keys/key-ends.ts';
import styles from './device.module.css';

interface DeviceLoginFormProps {
  code: string;
  login: DeviceLogin;
  onEnd: (end: 'approved' | 'denied') => void;
}

/** Says which program asks, and lets the person choose what it gets. */
export function DeviceLoginForm({ code, login, onEnd }: DeviceLoginFormProps) {
  const [scopes, setScopes] = useState<readonly ApiKeyScope[]>(login.scopes);
  const [end, setEnd] = useState(endWithin(login.expires_in_seconds));
  const answering = useMutation({
    mutationFn: (isApproved: boolean) =>
      resolveDeviceLogin({
        user_code: code,
        approved: isApproved,
        ...(isApproved && { scopes: [...scopes], expires_in_seconds: secondsUntil(end) }),
      }),
    onSuccess: (_answer, isApproved) => onEnd(isApproved ? 'approved' : 'denied'),
  });
  return (
    <Form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (scopes.length > 0 && !answering.isPending) answering.mutate(true);
      }}
    >
      <p>
        <strong>
          <OutsideText text={login.client_name} />
        </strong>
        {login.address === null ? '' : ` at ${login.address}`} asks for an API key. With it, it acts for you
        until the key ends or you revoke it. If somebody has sent you here, refuse.
      </p>
      <fieldset className={styles.choices}>
        <legend>It may</legend>
        {API_KEY_SCOPES.map(({ id, name, hint }) => (
          <CheckboxField
            key={id}
            isSelected={scopes.includes(id)}
            onChange={(isOn) => setScopes(isOn ? [...scopes, id] : scopes.filter((other) => other !== id))}
          >
            {name}: {hint}
          </CheckboxField>
        ))}
      </fieldset>
      <SelectField label="The key ends" options={KEY_ENDS} value={end} onChange={setEnd} />
      {answering.isError && <ErrorNotice error={answering.error} />}
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="primary"
          isPending={answering.isPending}
          isDisabled={scopes.length === 0}
        >
          Let it in
        </Button>
        <Button isDisabled={answering.isPending} onPress={() => answering.mutate(false)}>
          Refuse
        </Button>
      </div>
    </Form>
  );
}
