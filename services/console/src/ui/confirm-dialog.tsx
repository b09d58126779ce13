import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

export interface ConfirmDialogProps {
  title: ReactNode;
  children: ReactNode;
  /** The verb on the button, such as "Delete agent". */
  action: string;
  /** What leaves everything as it is. Default "Cancel". */
  refusal?: string;
  isOpen: boolean;
  onClose: () => void;
  /** A rejection keeps the dialog open and is shown in it. */
  onConfirm: () => Promise<unknown>;
}

/** Asks once before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, refusal = 'Cancel', isOpen, onClose, onConfirm } = props;
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  return (
    <Dialog
      title={title}
      role="alertdialog"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{refusal}</Button>
          <Button variant="danger" isPending={confirm.isPending} onPress={() => confirm.mutate()}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      {confirm.isError && <ErrorNotice error={confirm.error} />}
    </Dialog>
  );
}
