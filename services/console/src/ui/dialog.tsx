import { useMutation } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button, IconButton } from './button.tsx';
import type { ButtonProps } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { ErrorNotice } from './feedback.tsx';

export interface DialogProps {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  /** `wide` for reports and code, `side` for details beside the page. Default a narrow one in the middle. */
  shape?: 'narrow' | 'wide' | 'side';
  /** A click beside the dialog does not close it, for example when it shows a secret once. */
  isDismissable?: boolean;
  role?: 'dialog' | 'alertdialog';
}

export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, children, actions, shape = 'narrow', isDismissable = true, role } = props;
  return (
    <ModalOverlay
      className={classNames(styles.overlay, shape === 'side' && styles.aside)}
      isOpen={isOpen}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={classNames(styles.modal, styles[shape])}>
        <AriaDialog className="column narrowable grows unoutlined" role={role ?? 'dialog'}>
          <header className={styles.header}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {isDismissable && <IconButton label="Close" icon={<X size={18} />} onPress={onClose} />}
          </header>
          <div className={styles.body}>{children}</div>
          {actions !== undefined && <footer className={styles.footer}>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface DialogButtonProps extends ButtonProps {
  /** Made anew each time that it opens. */
  dialog: (onClose: () => void) => ReactNode;
}

export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onPress={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}

interface ConfirmDialogProps {
  title: ReactNode;
  children: ReactNode;
  /** The verb on the button, such as "Delete agent". */
  action: string;
  refusal?: string;
  isOpen: boolean;
  onClose: () => void;
  /** A rejection keeps the dialog open and is shown in it. */
  onConfirm: () => Promise<unknown>;
  done?: ReactNode;
  stale?: readonly QueryKey[];
  answers?: QueryKey;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, refusal = 'Cancel', isOpen, onClose, onConfirm, ...meta } = props;
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: onClose, meta });
  return (
    <Dialog
      title={title}
      role="alertdialog"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{refusal}</Button>
          <Button variant="danger" does={confirm}>
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

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, 'isOpen' | 'onClose'> {
  button: ButtonProps;
}

export function ConfirmButton({ button, ...dialog }: ConfirmButtonProps) {
  return (
    <DialogButton {...button} dialog={(onClose) => <ConfirmDialog {...dialog} isOpen onClose={onClose} />} />
  );
}

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
      actions={<SavedButton onPress={onClose} />}
    >
      {children}
    </Dialog>
  );
}

export function SavedButton({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="primary" onPress={onPress}>
      I have saved it
    </Button>
  );
}
