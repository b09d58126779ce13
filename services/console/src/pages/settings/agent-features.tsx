import type { Agent, AgentFeature } from '../../api/agents.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Section } from '../../ui/page.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import { useAgentChange } from './use-agent-change.ts';

const FEATURES: Record<AgentFeature, { label: string; hint: string }> = {
  run_cancelled: {
    label: 'Tell it when a run is cancelled',
    hint: 'It gets the event run_cancelled, over its connection or by webhook. Turn this on if the agent knows that event.',
  },
};

/** What the agent gets beyond what every agent gets. */
export function AgentFeatures({ agent }: { agent: Agent }) {
  const change = useAgentChange(agent.agent_id, 'Saved.');
  const turn = (feature: AgentFeature, isOn: boolean): void => {
    const others = agent.features.filter((other) => other !== feature);
    change.mutate({ features: isOn ? [...others, feature] : others });
  };
  return (
    <Section title="More events" description="Some agents know events that others would not expect.">
      {(Object.keys(FEATURES) as AgentFeature[]).map((feature) => (
        <SwitchField
          key={feature}
          label={FEATURES[feature].label}
          hint={FEATURES[feature].hint}
          isSelected={agent.features.includes(feature)}
          isDisabled={change.isPending}
          onChange={(isOn) => turn(feature, isOn)}
        />
      ))}
      {change.isError && <ErrorNotice error={change.error} />}
    </Section>
  );
}
