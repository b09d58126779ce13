import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from './icon-button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';

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

/** A modal dialog. On a phone it takes the whole width. */
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
        <AriaDialog className={styles.dialog} role={role ?? 'dialog'}>
          <header className={styles.header}>
            <Heading slot="title" className={styles.title} level={2}>
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
