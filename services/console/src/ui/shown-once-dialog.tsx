import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ShownOnceDialogProps {
  title: string;
  onClose: () => void;
  /** What is shown, such as a new secret; `null` while there is nothing to show. */
  children: ReactNode;
}

/** Shows what cannot be read again. So only the button closes it. */
export function ShownOnceDialog({ title, onClose, children }: ShownOnceDialogProps) {
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
