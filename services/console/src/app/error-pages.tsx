import { useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Compass, TriangleAlert } from 'lucide-react';
import { explain } from '../api/api-error.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { useDocumentTitle } from '../ui/page.tsx';

export function NotFoundPage() {
  useDocumentTitle('Not found');
  return (
    <EmptyState
      icon={<Compass size={26} />}
      title="Page not found"
      action={
        <ButtonLink to="/" variant="primary">
          Go to your agents
        </ButtonLink>
      }
    >
      Check the address. What it led to may have been deleted.
    </EmptyState>
  );
}

/** To try again draws the page anew, and reads the session if it could not be read. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <EmptyState
      icon={<TriangleAlert size={26} />}
      title="This page could not be shown"
      action={
        <Button variant="primary" onPress={again}>
          Try again
        </Button>
      }
    >
      {explain(error)}
    </EmptyState>
  );
}
