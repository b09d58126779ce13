import type { Agent } from '../../api/agents.ts';
import { ErrorNotice } from '../../ui/feedback.tsx';
import { Section } from '../../ui/page.tsx';
import { SwitchField } from '../../ui/fields.tsx';
import { useAgentChange } from './use-agent-change.ts';

type AgentFeature = Agent['features'][number];

const FEATURES: Record<AgentFeature, { label: string; hint: string }> = {
  run_cancelled: {
    label: 'Send an event when a run is cancelled',
    hint: 'The agent gets the event run_cancelled. Turn this on if its program handles that event.',
  },
};

export function AgentFeatures({ agent }: { agent: Agent }) {
  const change = useAgentChange(agent.agent_id, 'Saved.');
  const turn = (feature: AgentFeature, isOn: boolean): void => {
    const others = agent.features.filter((other) => other !== feature);
    change.mutate({ features: isOn ? [...others, feature] : others });
  };
  return (
    <Section title="Optional events" description="Events that the agent gets only if you turn them on.">
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
      <ErrorNotice error={change.error} />
    </Section>
  );
}
