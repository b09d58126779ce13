import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useRouter, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { erasureQuery, sessionQuery } from '../../api/account.ts';
import { ApiError, fieldError } from '../../api/api-error.ts';
import { callJson } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/feedback.tsx';
import { Field, useInput } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useDocumentTitle } from '../../ui/page.tsx';
import styles from './entry-frame.module.css';
import { invitationIn, nextPath } from './next-path.ts';

function EntryFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <main className={styles.frame}>
      <div className={styles.card}>
        <img src="/icon.svg" alt="" width={44} height={44} />
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {children}
      </div>
    </main>
  );
}

/** Signs a person in, and leads to the page that the person wanted. */
function useEntry(path: '/api/auth/sign-in/email' | '/api/auth/sign-up/email') {
  const queries = useQueryClient();
  const router = useRouter();
  const { next } = useSearch({ strict: false });
  // The search of a parent route may come through without validation.
  const target = nextPath(next) ?? '/';
  return useMutation({
    mutationFn: async (person: object) => {
      await callJson(path, person);
      // Data of a former person in this page may not be shown to the next one.
      queries.clear();
      await queries.fetchQuery(sessionQuery);
    },
    onSuccess: () => router.history.push(target),
  });
}

export function SignInPage() {
  const email = useInput('');
  const password = useInput('');
  const search = useSearch({ from: '/sign-in' });
  const entry = useEntry('/api/auth/sign-in/email');

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

const PASSWORD_LENGTH_MIN = 8;
const FIELDS = ['name', 'email', 'password'];

export function SignUpPage() {
  const name = useInput('');
  const email = useInput('');
  const password = useInput('');
  const search = useSearch({ from: '/sign-up' });
  const invitation = useLocation({ select: ({ hash }) => invitationIn(hash) });
  const entry = useEntry('/api/auth/sign-up/email');
  const isAboutField = FIELDS.some((field) => fieldError(entry.error, field) !== undefined);

  return (
    <EntryFrame
      title="Create an account"
      lead={
        invitation === undefined
          ? 'Then connect your first agent in a minute.'
          : 'You are invited. The invitation is for one account.'
      }
    >
      <Form
        onSubmit={() => {
          const person = { name: name.value.trim(), email: email.value.trim(), password: password.value };
          entry.mutate({ ...person, invitation });
        }}
      >
        <Field
          label="Name"
          hint="What your agents call you."
          autoComplete="name"
          isRequired
          maxLength={200}
          error={fieldError(entry.error, 'name')}
          {...name}
        />
        <Field
          label="E-mail"
          type="email"
          autoComplete="username"
          isRequired
          error={fieldError(entry.error, 'email')}
          {...email}
        />
        <Field
          label="Password"
          type="password"
          hint={`At least ${PASSWORD_LENGTH_MIN} characters.`}
          autoComplete="new-password"
          isRequired
          error={fieldError(entry.error, 'password')}
          {...password}
        />
        {!isAboutField && <ErrorNotice error={entry.error} />}
        <Button type="submit" variant="primary" isPending={entry.isPending}>
          Create account
        </Button>
      </Form>
      <p className={styles.other}>
        Already have one?{' '}
        <Link to="/sign-in" search={search}>
          Sign in
        </Link>
      </p>
    </EntryFrame>
  );
}

export function AccountDeletedPage() {
  const { erasure: erasureId } = useSearch({ from: '/account-deleted' });
  const { data, error, refetch } = useQuery(erasureQuery(erasureId));
  return (
    <EntryFrame title="Account deleted" lead="You can no longer sign in to it.">
      {error !== null && data === undefined && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      <p role="status">{data === undefined ? '' : progressWords(data)}</p>
      <p>
        <Link to="/sign-up">Create another account</Link>
      </p>
    </EntryFrame>
  );
}

function progressWords({ status, remaining: { agents, files } }: Schemas['Erasure']): string {
  if (status === 'finished') return 'Everything has been removed.';
  return `Removing: ${agents} ${agents === 1 ? 'agent' : 'agents'} and ${files} ${files === 1 ? 'file' : 'files'} left.`;
}
