import { Compass } from 'lucide-react';
import { ButtonLink } from '../ui/button.tsx';
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
