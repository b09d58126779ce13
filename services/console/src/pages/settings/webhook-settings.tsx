import { useState } from 'react';
import type { Agent } from '../../api/agents.ts';
import { fieldError } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/feedback.tsx';
import { Field, SwitchField } from '../../ui/fields.tsx';
import { SendForm } from '../../ui/form.tsx';
import { Section } from '../../ui/page.tsx';
import { useWebhookTest, WebhookTestOutcome } from '../deliveries/webhook-test.tsx';
import { useAgentChange } from './use-agent-change.ts';

export function WebhookSettings({ agent }: { agent: Agent }) {
  const [url, setUrl] = useState(agent.webhook_url ?? '');
  const saving = useAgentChange(agent.agent_id, 'The webhook is saved.');
  const pushing = useAgentChange(agent.agent_id, 'Saved.');
  const test = useWebhookTest(agent.agent_id);
  const wanted = url.trim();

  const edit = (text: string): void => {
    setUrl(text);
    saving.reset();
    test.reset();
  };
  return (
    <Section
      title="Webhook"
      description="While the agent is not connected, its events are sent here, signed, and retried for a while if that fails."
    >
      <SendForm
        action="Save webhook"
        variant="primary"
        sending={{ isPending: saving.isPending, error: saving.error ?? test.error }}
        fields={['webhook_url']}
        isDisabled={wanted === (agent.webhook_url ?? '')}
        onSubmit={() => saving.mutate({ webhook_url: wanted === '' ? null : wanted })}
        more={
          <Button isPending={test.isPending} isDisabled={wanted === ''} onPress={() => test.mutate(wanted)}>
            Test webhook
          </Button>
        }
      >
        <Field
          label="Webhook URL"
          type="url"
          placeholder="https://agent.example.com/events"
          hint="Leave empty for none. Events then wait until the agent connects or polls."
          isMonospace
          value={url}
          onChange={edit}
          error={fieldError(saving.error, 'webhook_url') ?? fieldError(test.error, 'webhook_url')}
        />
        {test.data !== undefined && <WebhookTestOutcome result={test.data} />}
      </SendForm>
      {agent.kind === 'interactive' && (
        <SwitchField
          label="Push triggers to the webhook"
          hint="A trigger that comes while the agent is offline waits until the agent connects or polls. With this on, it is also sent to the webhook."
          isSelected={agent.push_triggers_to_webhook}
          isDisabled={pushing.isPending}
          onChange={(isOn) => pushing.mutate({ push_triggers_to_webhook: isOn })}
        />
      )}
      <ErrorNotice error={pushing.error} />
    </Section>
  );
}
