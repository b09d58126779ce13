import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { exportsQuery, isBeingMade } from '../../api/account.ts';
import type { AccountExport } from '../../api/account.ts';
import { fieldError } from '../../api/api-error.ts';
import { call, reading } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog.tsx';
import { ErrorNotice, Waiting } from '../../ui/feedback.tsx';
import { Field, useInput } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { ItemList, Row, RowNote } from '../../ui/lists.tsx';
import { Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { forgetDrafts } from '../chat/composer.tsx';
import styles from './activity.module.css';

type AccountQuota = Schemas['AccountQuota'];

const QUOTAS: Record<AccountQuota['quota'], string> = {
  agents_per_user: 'Agents',
  conversations_per_user: 'Conversations',
  rules_per_user: 'Always-allow rules',
  media_bytes_per_user: 'Files',
};

export function Quotas() {
  // Nothing tells the console of each thing that counts.
  const query = useQuery({ ...reading(['quotas'], '/api/client/account/quotas'), staleTime: 0 });
  return (
    <Section title="Usage" description="What you use, and what this installation allows.">
      <Waiting query={query} />
      <ItemList className="stack gap-3" label="Usage" items={query.data} idOf={({ quota }) => quota}>
        {(quota) => <Usage {...quota} />}
      </ItemList>
    </Section>
  );
}

function Usage({ quota, used, allowed }: AccountQuota) {
  const label = QUOTAS[quota];
  const write =
    quota === 'media_bytes_per_user' ? mebibytes : (amount: number) => amount.toLocaleString('en');
  const words = allowed === null ? `${write(used)}, no limit` : `${write(used)} of ${write(allowed)}`;
  return (
    <li className="stack gap-1">
      <div className="line spread">
        <span>{label}</span>
        <span className="muted figures">{words}</span>
      </div>
      {allowed !== null && (
        <meter
          aria-label={label}
          aria-valuetext={words}
          min={0}
          max={allowed}
          high={allowed * NEARLY}
          optimum={0}
          value={Math.min(used, allowed)}
        />
      )}
    </li>
  );
}

/** One byte shows already that there is something. */
function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en')} MiB`;
}

/** From this part on, the bar says that there is not much left. */
const NEARLY = 0.9;

const KEPT: Record<Schemas['Retention']['kept'], string> = {
  messages: 'Messages and answered requests',
  files: 'Pictures and recordings',
  runs: 'Runs of tasks',
  events: 'Events of agents',
  attempts: 'Attempts to deliver events',
  audit_entries: 'Activity of your account',
  audit_addresses: 'Addresses in this activity',
};

export function Retention() {
  const query = useQuery(reading(['retention'], '/api/client/account/retention'));
  return (
    <Section
      title="How long data is kept"
      description="How long this installation keeps old data. What you delete is removed at once."
    >
      <Waiting query={query} />
      <ItemList label="How long data is kept" items={query.data} idOf={({ kept }) => kept}>
        {({ kept, days }) => <Row action={<RowNote>{periodOf(days)}</RowNote>}>{KEPT[kept]}</Row>}
      </ItemList>
    </Section>
  );
}

function periodOf(days: number | null): string {
  if (days === null) return 'Until it is deleted';
  return days === 1 ? 'A day' : `${days.toLocaleString('en')} days`;
}

export function AccountExports() {
  const query = useQuery(exportsQuery);
  const { data: exports = [] } = query;
  const request = useMutation({
    mutationFn: () => call('post', '/api/client/account/exports'),
    meta: { stale: [exportsQuery.queryKey] },
  });
  const isMaking = exports.some(isBeingMade);
  return (
    <Section
      title="Your data"
      description="A zip file with everything that is stored about you: pictures and recordings as files, and messages, agents, tasks, events, decisions and your activity as JSON Lines. You can download it for a day."
    >
      <Waiting query={query} />
      <ItemList className="card-list" label="Exports" items={exports} idOf={({ export_id: id }) => id}>
        {(each) => <Export export={each} />}
      </ItemList>
      <ErrorNotice error={request.error} />
      <div>
        <Button does={request} isDisabled={isMaking}>
          Export my data
        </Button>
      </div>
    </Section>
  );
}

function Export({ export: shown }: { export: AccountExport }) {
  return (
    <li className={styles.entry}>
      <div className="line narrowable" role="status">
        {stateWords(shown)}
      </div>
      {shown.state === 'ready' && (
        <div className="muted anywhere">
          <a href={`/api/client/account/exports/${shown.export_id}/file`} download>
            Download
          </a>
        </div>
      )}
      <div className={styles.from}>
        <RelativeTime at={shown.requested_at} />
      </div>
    </li>
  );
}

function stateWords({ state, lines, byte_length: bytes }: AccountExport): string {
  switch (state) {
    case 'pending':
      return 'Queued';
    case 'running':
      return `In progress: ${lines} lines so far`;
    case 'ready':
      return `Ready: ${lines} lines, ${Math.max(1, Math.round(bytes / 1024))} KiB`;
    case 'failed':
      return 'Failed';
  }
}

export function EraseAccount() {
  return (
    <Section
      title="Delete account"
      description="Everything in it is removed for good: agents, conversations, tasks, decisions, files and your activity."
    >
      <div>
        <DialogButton variant="danger" dialog={(onClose) => <PasswordDialog onClose={onClose} />}>
          Delete my account
        </DialogButton>
      </div>
    </Section>
  );
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const password = useInput('');
  const queries = useQueryClient();
  const erasure = useMutation({
    mutationFn: () => call('post', '/api/client/account/erasure', { body: { password: password.value } }),
    onSuccess: ({ erasure_id: erasureId }) => {
      // No data of this person may remain for the next one at this screen.
      queries.clear();
      forgetDrafts();
      window.location.assign(`/account-deleted?erasure=${erasureId}`);
    },
  });
  return (
    <FormDialog
      title="Delete your account?"
      role="alertdialog"
      action="Delete account"
      variant="danger"
      sending={erasure}
      fields={['password']}
      isDisabled={password.value === ''}
      onClose={onClose}
      onSubmit={() => erasure.mutate()}
    >
      <p>Your agents are disconnected at once, and you cannot sign in any more. This cannot be undone.</p>
      <Field
        label="Your password"
        type="password"
        autoComplete="current-password"
        {...password}
        error={fieldError(erasure.error, 'password') && 'The password is wrong.'}
      />
    </FormDialog>
  );
}
