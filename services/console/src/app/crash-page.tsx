import type { ErrorComponentProps } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { explain } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Shown instead of a page that failed. To try again draws it anew and loads nothing from the service, so no unsent text is lost. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  return (
    <EmptyState
      icon={<TriangleAlert size={26} />}
      title="This page could not be shown"
      action={
        <Button variant="primary" onPress={reset}>
          Try again
        </Button>
      }
    >
      {explain(error)}
    </EmptyState>
  );
}
