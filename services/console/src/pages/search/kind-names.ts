import type { SearchKind } from '../../api/search.ts';

export const KIND_NAMES: Readonly<Record<SearchKind, { one: string; many: string }>> = {
  message: { one: 'Message', many: 'Messages' },
  report: { one: 'Report', many: 'Reports' },
  run: { one: 'Run', many: 'Runs' },
  decision: { one: 'Decision', many: 'Decisions' },
  task: { one: 'Task', many: 'Tasks' },
};
