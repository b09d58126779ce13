import { TriangleAlert } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { explain } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { MissingPartError, reloadOnce } from './lazy-page.ts';

/**
 * Shown instead of a page that failed. After an update old pages miss their files, and a reload mends that. Without a network, a reload
 * would show the browser's own error page, and the person would lose unsaved text.
 */
export function CrashPage({ error }: { error: unknown }) {
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const missing = error instanceof MissingPartError ? error.pageName : null;
  useEffect(() => {
    if (missing !== null && isOnline) reloadOnce(missing);
  }, [missing, isOnline]);
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
      {isOnline ? explain(error) : 'You are offline. Reload when the network is back.'}
    </EmptyState>
  );
}

function followNetwork(onChange: () => void): () => void {
  const controller = new AbortController();
  for (const name of ['online', 'offline'])
    window.addEventListener(name, onChange, { signal: controller.signal });
  return () => controller.abort();
}
