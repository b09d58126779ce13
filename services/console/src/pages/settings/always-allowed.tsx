import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import { decisionRulesQuery } from '../../api/decisions.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice, Waiting } from '../../ui/feedback.tsx';
import { ItemList, LoadMore, Row, RowNote } from '../../ui/lists.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { visibleText } from '../../ui/visible-text.ts';

export function AlwaysAllowed({ agentId }: { agentId: string }) {
  const pages = useInfiniteQuery(decisionRulesQuery(agentId));
  const none = (
    <p className="muted small">No rules. To add one, tick “Always allow” when you approve a request.</p>
  );
  return (
    <Section
      title="Always allowed"
      description="Requests that match one of these rules are approved automatically."
    >
      <Waiting query={pages} />
      <ItemList items={pages.data?.pages.flat()} idOf={({ rule_id: id }) => id} none={none}>
        {(rule) => <Rule rule={rule} />}
      </ItemList>
      <LoadMore pages={pages} label="Show older rules" />
    </Section>
  );
}

function Rule({ rule }: { rule: Schemas['DecisionRule'] }) {
  const revocation = useMutation({
    mutationFn: () =>
      call('delete', '/api/client/decision-rules/{rule_id}', { path: { rule_id: rule.rule_id } }),
    meta: { done: 'The rule is revoked. The agent will ask again.', stale: [['decisions', 'rules']] },
  });
  return (
    <Row
      action={
        <Button
          size="small"
          aria-label={`Revoke ${visibleText(rule.pattern)}`}
          isPending={revocation.isPending}
          onPress={() => revocation.mutate()}
        >
          Revoke
        </Button>
      }
    >
      <OutsideText text={rule.pattern} isCode />
      <RowNote>
        Allowed <RelativeTime at={rule.created_at} />
      </RowNote>
      <ErrorNotice error={revocation.error} />
    </Row>
  );
}
