import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteAgent } from '../../api/agents.ts';
import type { Agent } from '../../api/agents.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Section } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.ts';

/** Deletes the agent after a confirmation. */
export function DeleteAgent({ agent }: { agent: Agent }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    await deleteAgent(agent.agent_id);
    await navigate({ to: '/' });
    queries.removeQueries({ queryKey: ['agents', agent.agent_id] });
    await queries.invalidateQueries();
    toast({
      tone: 'good',
      text: (
        <>
          <OutsideText text={agent.agent_name} /> is deleted.
        </>
      ),
    });
  };
  return (
    <Section title="Delete agent" description="Its connections are closed and its trigger URLs stop working.">
      <div>
        <Button variant="danger" onPress={() => setAsking(true)}>
          Delete this agent
        </Button>
      </div>
      <ConfirmDialog
        title={
          <>
            Delete <OutsideText text={agent.agent_name} />?
          </>
        }
        action="Delete agent"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={remove}
      >
        <p>Its conversations, tasks, runs, files and events are deleted with it. This cannot be undone.</p>
      </ConfirmDialog>
    </Section>
  );
}
