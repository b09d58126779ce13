import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface NewSecretDialogProps {
  title: string;
  onClose: () => void;
  /** The secret with what belongs to it; `null` while there is none to show. */
  children: ReactNode;
}

/** Shows a new secret, this once. So only the button closes it. */
export function NewSecretDialog({ title, onClose, children }: NewSecretDialogProps) {
  return (
    <Dialog
      title={title}
      isOpen={children !== null}
      isDismissable={false}
      onClose={onClose}
      actions={
        <Button variant="primary" onPress={onClose}>
          I have kept it
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}
