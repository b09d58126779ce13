import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { agentsQuery } from '../../api/agents.ts';
import type { Decision } from '../../api/decisions.ts';
import { OutsideText } from '../../ui/outside-text.tsx';

/** The agent that asks, as a link to the conversation of the request. */
export function AskingAgent({ decision }: { decision: Decision }) {
  const { agent_id: agentId, conversation_id: conversation } = decision;
  const { data: agents } = useQuery(agentsQuery);
  const name = agents?.find((agent) => agent.agent_id === agentId)?.agent_name ?? 'Agent';
  return (
    <Link to="/agents/$agentId" params={{ agentId }} search={{ conversation }}>
      <OutsideText text={name} />
    </Link>
  );
}
