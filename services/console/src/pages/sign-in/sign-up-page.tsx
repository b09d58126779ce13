import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { fieldError } from '../../api/api-error.ts';
import { signUp } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/feedback.tsx';
import { Field, useInput } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import styles from './entry-frame.module.css';
import { EntryFrame, useEntry } from './entry-frame.tsx';
import { invitationIn } from './next-path.ts';

const PASSWORD_LENGTH_MIN = 8;
const FIELDS = ['name', 'email', 'password'];

export function SignUpPage() {
  const name = useInput('');
  const email = useInput('');
  const password = useInput('');
  const search = useSearch({ from: '/sign-up' });
  const invitation = useLocation({ select: ({ hash }) => invitationIn(hash) });
  const entry = useEntry(signUp);
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
          entry.mutate(invitation === undefined ? person : { ...person, invitation });
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
