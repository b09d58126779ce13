import { TriangleAlert } from 'lucide-react';
import { explain } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** In place of a page that failed. A new version of the console leaves old pages without their files, and loading anew heals that. */
export function CrashPage({ error }: { error: unknown }) {
  return (
    <EmptyState
      icon={<TriangleAlert size={26} />}
      title="This page did not load"
      action={
        <Button variant="primary" onPress={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      {explain(error)}
    </EmptyState>
  );
}
