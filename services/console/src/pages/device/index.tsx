import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { ApiError } from '../../api/api-error.ts';
import { findDeviceLogin } from '../../api/device-logins.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { DeviceLoginForm } from './device-login-form.tsx';
import styles from './device.module.css';

/** Where a program sends the person who is to let it in: first the code, then what the program asks for. */
export function DevicePage() {
  const { code: given = '' } = useSearch({ from: '/inside/device' });
  const [code, setCode] = useState(given);
  const [end, setEnd] = useState<'approved' | 'denied' | null>(null);
  const finding = useMutation({ mutationFn: () => findDeviceLogin(code) });
  return (
    <Page title="Let a program in" width="narrow">
      {end !== null ? (
        <p role="status">
          {end === 'approved'
            ? 'Done. The program goes on by itself, and you may close this page. Its key is among those of your account.'
            : 'The program was refused. It has no key.'}
        </p>
      ) : finding.data === undefined ? (
        <Form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (code.trim() !== '' && !finding.isPending) finding.mutate();
          }}
        >
          <Field
            label="Code"
            hint="The program shows it, such as WDJB-MJHT. Go on only if you have started the program yourself and it shows this code."
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
    detail: 'No program waits under this code. It may be over: each lasts ten minutes',
  });
}
