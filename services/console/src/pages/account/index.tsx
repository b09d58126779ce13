import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Fragment, useState } from 'react';
import { apiKeysQuery, auditQuery } from '../../api/account.ts';
import type { AuditArea, AuditFilter } from '../../api/account.ts';
import type { Schemas } from '../../api/client.ts';
import { EVENT_NAMES } from '../../generated/event-names.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { FilterField } from '../../ui/fields.tsx';
import { PagedList } from '../../ui/lists.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ApiKeys, Invitations } from './access.tsx';
import styles from './activity.module.css';
import { AccountExports, EraseAccount, Quotas, Retention } from './stored-data.tsx';

const AREA_WORDS: Readonly<Record<AuditArea, string>> = {
  session: 'Sign-ins and sessions',
  account: 'Account and password',
  agent: 'Agents',
  task: 'Tasks',
  run: 'Runs',
  conversation: 'Conversations',
  decision: 'Decisions',
  rule: 'Always-allow rules',
  event: 'Deliveries',
  invitation: 'Invitations',
};

const NO_FILTER: AuditFilter = {};

export function AccountPage() {
  const [filter, setFilter] = useState(NO_FILTER);
  const { data: keys = [] } = useQuery(apiKeysQuery);
  return (
    <Page title="Account">
      <Section
        title="Activity"
        description="Who did what in your account, from where, and with which API key. Entries cannot be changed."
        actions={
          <>
            <FilterField
              label="Show"
              all="Everything"
              words={AREA_WORDS}
              value={filter.area}
              onChange={(area) => setFilter({ ...filter, area })}
            />
            {keys.length > 0 && (
              <FilterField
                label="By key"
                all="By anyone"
                words={Object.fromEntries(keys.map(({ key_id: id, name }) => [id, `By key ${name}`]))}
                value={filter.keyId}
                onChange={(keyId) => setFilter({ ...filter, keyId })}
              />
            )}
          </>
        }
      >
        <AuditList filter={filter} onShowAll={() => setFilter(NO_FILTER)} />
      </Section>
      <ApiKeys />
      <Invitations />
      <Quotas />
      <Retention />
      <AccountExports />
      <EraseAccount />
    </Page>
  );
}

type AuditEntry = Schemas['AuditEntry'];

function AuditList({ filter, onShowAll }: { filter: AuditFilter; onShowAll: () => void }) {
  const isFiltered = filter.area !== undefined || filter.keyId !== undefined;
  return (
    <PagedList
      className="card-list"
      label="Activity"
      pages={useInfiniteQuery(auditQuery(filter))}
      idOf={({ audit_id: id }) => id}
      loading="Loading the log"
      failed="Could not load the log."
      none={
        <EmptyState
          icon={<SearchX />}
          title="No entries"
          action={isFiltered && <Button onPress={onShowAll}>Show all entries</Button>}
        >
          Nothing was recorded, or it is older than entries are kept.
        </EmptyState>
      }
      more="Show older entries"
    >
      {(entry) => <Entry entry={entry} />}
    </PagedList>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const details = detailWords(entry);
  return (
    <li className={styles.entry}>
      <div className="line narrowable">
        <OutsideText as="span" className="strong" text={actionWords(entry)} />
        {entry.outcome === 'refused' && <Badge tone="bad">Refused</Badge>}
        {entry.actor === 'system' && <Badge>Automatic</Badge>}
        {entry.key_name !== null && (
          <Badge>
            <span>
              By key <OutsideText text={entry.key_name} />
            </span>
          </Badge>
        )}
      </div>
      {details.length > 0 && (
        <div className="muted anywhere">
          {details.map((detail, index) => (
            <Fragment key={index}>
              {index > 0 && ' · '}
              <OutsideText text={detail} />
            </Fragment>
          ))}
        </div>
      )}
      <div className={styles.from}>
        <RelativeTime at={entry.created_at} />
        {entry.address !== null && <span>from {entry.address}</span>}
      </div>
    </li>
  );
}

const REFUSED_WORDS: Partial<Record<AuditEntry['action'], string>> = {
  'session.signed_in': 'Sign-in refused: wrong password',
  'account.password_changed': 'Change of the password refused',
};

function actionWords({ action, outcome, details }: AuditEntry): string {
  if (outcome === 'refused') return REFUSED_WORDS[action] ?? `${wordsOf(action)}: refused`;
  const { reason, status } = details;
  if (action === 'decision.resolved')
    return `Request ${reason === 'expired' ? 'expired' : String(status)}${reason === 'rule' ? ' by a rule' : ''}`;
  return action === 'session.ended' ? 'Other sessions ended' : wordsOf(action);
}

/** `agent.key_made` is "Agent key created". */
function wordsOf(action: string): string {
  const [area = '', deed = ''] = action.split('.');
  const said = `${area === 'session' ? '' : `${area} `}${deed.replaceAll('_', ' ').replace('made', 'created')}`;
  return said.charAt(0).toUpperCase() + said.slice(1);
}

function detailWords({ details }: AuditEntry): string[] {
  const { name, key, scopes, type, webhook_host: host, action, pattern } = details;
  const parts = [
    text(name),
    text(key) === '' ? '' : `key ${text(key)}`,
    words(scopes),
    words(details['fields']),
    text(host) === '' ? '' : `webhook at ${text(host)}`,
    details['ended_grace'] === true ? 'the previous secret no longer signs' : '',
    EVENT_WORDS[text(type)] ?? text(type),
    text(action),
    text(pattern) === '' || pattern === action ? '' : `rule ${text(pattern)}`,
  ];
  return parts.filter((part) => part !== '');
}

const EVENT_WORDS: Readonly<Record<string, string>> = EVENT_NAMES;

function words(value: unknown): string {
  return Array.isArray(value) ? value.map((word) => String(word).replaceAll('_', ' ')).join(', ') : '';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
