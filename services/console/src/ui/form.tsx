import { createContext, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Form as AriaForm } from 'react-aria-components';
import { Button } from './button.tsx';
import type { ButtonVariant } from './button.tsx';
import { ConfirmDialog, Dialog } from './dialog.tsx';
import type { DialogProps } from './dialog.tsx';

interface FormProps {
  id?: string;
  className?: string;
  children: ReactNode;
  onSubmit: () => void;
}

export function Form({ onSubmit, className = 'stack-4', ...props }: FormProps) {
  return (
    <AriaForm
      {...props}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}

/** Told of an edit by a field that has no input of the browser. */
export const EditContext = createContext(() => {});

interface FormDialogProps extends Omit<DialogProps, 'isOpen' | 'actions' | 'isDismissable'>, FormProps {
  action: string;
  variant?: ButtonVariant;
  isPending: boolean;
  isDisabled?: boolean;
}

/** Whoever has changed something is asked before Escape or the like throws it away. */
export function FormDialog(props: FormDialogProps) {
  const { action, variant = 'primary', isPending, isDisabled = false, onSubmit, ...dialog } = props;
  const formId = useId();
  const [isEdited, setEdited] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return (
    <Dialog
      {...dialog}
      isOpen
      onClose={() => (isEdited ? setAsking(true) : dialog.onClose())}
      actions={
        <>
          <Button onPress={dialog.onClose}>Cancel</Button>
          <Button type="submit" form={formId} {...{ variant, isPending, isDisabled }}>
            {action}
          </Button>
        </>
      }
    >
      <EditContext value={() => setEdited(true)}>
        <div onChange={() => setEdited(true)}>
          <Form id={formId} onSubmit={() => !isPending && !isDisabled && onSubmit()}>
            {dialog.children}
          </Form>
        </div>
      </EditContext>
      <ConfirmDialog
        title="Discard what you have entered?"
        action="Discard"
        refusal="Keep editing"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={async () => dialog.onClose()}
      >
        <p>It is not saved.</p>
      </ConfirmDialog>
    </Dialog>
  );
}
