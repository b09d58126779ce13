import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeysQuery } from '../../api/account.ts';
import type { AuditArea, AuditFilter } from '../../api/account.ts';
import { Page, Section } from '../../ui/page.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { AccountExports } from './account-exports.tsx';
import { ApiKeys } from './api-keys.tsx';
import { AREA_WORDS, AuditList } from './audit-list.tsx';
import { EraseAccount } from './erase-account.tsx';
import { Invitations } from './invitations.tsx';
import { Quotas } from './quotas.tsx';
import { Retention } from './retention.tsx';

const ALL = 'all';
const AREAS = [
  { id: ALL, label: 'Everything' },
  ...Object.entries(AREA_WORDS).map(([id, label]) => ({ id, label })),
];
const NO_FILTER: AuditFilter = { area: null, keyId: null };

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
            <SelectField
              label="Show"
              isLabelHidden
              options={AREAS}
              value={filter.area ?? ALL}
              onChange={(id) => setFilter({ ...filter, area: id === ALL ? null : (id as AuditArea) })}
            />
            {keys.length > 0 && (
              <SelectField
                label="By key"
                isLabelHidden
                options={[
                  { id: ALL, label: 'By anyone' },
                  ...keys.map(({ key_id: id, name }) => ({ id, label: `By key ${name}` })),
                ]}
                value={filter.keyId ?? ALL}
                onChange={(id) => setFilter({ ...filter, keyId: id === ALL ? null : id })}
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
