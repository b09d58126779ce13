import { useState } from 'react';
import type { AuditArea } from '../../api/audit.ts';
import { Page, Section } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ApiKeys } from './api-keys.tsx';
import { AccountExports } from './account-exports.tsx';
import { AREA_WORDS } from './audit-words.ts';
import { AuditList } from './audit-list.tsx';
import { EraseAccount } from './erase-account.tsx';
import { Invitations } from './invitations.tsx';
import { Quotas } from './quotas.tsx';
import { Retention } from './retention.tsx';

const ALL = 'all';
const AREAS = [
  { id: ALL, label: 'Everything' },
  ...Object.entries(AREA_WORDS).map(([id, label]) => ({ id, label })),
];

/** What belongs to the person and not to an agent. */
export function AccountPage() {
  const [area, setArea] = useState<AuditArea | null>(null);
  return (
    <Page title="Account">
      <Section
        title="Activity"
        description="Who did what in your account, and from where. Nobody can change these entries."
        actions={
          <SelectField
            label="Show"
            isLabelHidden
            options={AREAS}
            value={area ?? ALL}
            onChange={(id) => setArea(id === ALL ? null : (id as AuditArea))}
          />
        }
      >
        <AuditList area={area} onShowAll={() => setArea(null)} />
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
