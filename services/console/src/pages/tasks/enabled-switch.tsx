import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeTask } from '../../api/tasks.ts';
import type { Task } from '../../api/tasks.ts';
import { explain } from '../../api/api-error.ts';
import { SwitchField } from '../../ui/switch-field.tsx';
import { toast } from '../../ui/toast.ts';
import { visibleText } from '../../ui/visible-text.ts';

/** Enables or disables a task. A disabled task runs neither by its schedule nor by its trigger. */
export function EnabledSwitch({ task, isLabelHidden = false }: { task: Task; isLabelHidden?: boolean }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (enabled: boolean) => changeTask(task.id, { enabled }),
    onSuccess: (changed) => queries.setQueryData(['task', task.id], changed),
    onError: (error) => toast({ tone: 'bad', text: explain(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tasks'] }),
  });
  return (
    <SwitchField
      label={isLabelHidden ? `${visibleText(task.name)} is on` : 'On'}
      isLabelHidden={isLabelHidden}
      isSelected={change.isPending ? change.variables : task.enabled}
      isDisabled={change.isPending}
      onChange={(enabled) => change.mutate(enabled)}
    />
  );
}
