import { Link, useSearch } from '@tanstack/react-router';
import { ApiError } from '../../api/api-error.ts';
import { signIn } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/feedback.tsx';
import { Field, useInput } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import styles from './entry-frame.module.css';
import { EntryFrame, useEntry } from './entry-frame.tsx';

export function SignInPage() {
  const email = useInput('');
  const password = useInput('');
  const search = useSearch({ from: '/sign-in' });
  const entry = useEntry(signIn);

  return (
    <EntryFrame title="Sign in" lead="Talk to your agents.">
      <Form onSubmit={() => entry.mutate({ email: email.value.trim(), password: password.value })}>
        <Field label="E-mail" type="email" autoComplete="username" isRequired {...email} />
        <Field label="Password" type="password" autoComplete="current-password" isRequired {...password} />
        <ErrorNotice error={plain(entry.error)} />
        <Button type="submit" variant="primary" isPending={entry.isPending}>
          Sign in
        </Button>
      </Form>
      <p className={styles.other}>
        New here?{' '}
        <Link to="/sign-up" search={search}>
          Create an account
        </Link>
      </p>
    </EntryFrame>
  );
}

/** The page does not say which of the two was wrong, so that a caller does not learn who has an account. */
function plain(error: unknown): unknown {
  const isWrong = error instanceof ApiError && (error.status === 401 || error.status === 422);
  return isWrong ? new ApiError({ status: error.status, detail: 'E-mail or password is wrong' }) : error;
}
