import { useId } from 'react';
import type { ReactNode } from 'react';
import { Form as AriaForm } from 'react-aria-components';
import { Button } from './button.tsx';
import type { ButtonVariant } from './button.tsx';
import { Dialog } from './dialog.tsx';
import type { DialogProps } from './dialog.tsx';

interface FormProps {
  id?: string;
  /** Default `stack-4`. */
  className?: string;
  children: ReactNode;
  onSubmit: () => void;
}

/** Fields one below the other. */
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

interface FormDialogProps extends Omit<DialogProps, 'isOpen' | 'actions' | 'isDismissable'>, FormProps {
  isOpen?: boolean;
  /** The verb on the button that submits. */
  action: string;
  /** Default `primary`. */
  variant?: ButtonVariant;
  isPending: boolean;
  /** Nothing can be submitted yet. */
  isDisabled?: boolean;
}

/** A dialog that is a form. */
export function FormDialog(props: FormDialogProps) {
  const {
    action,
    variant = 'primary',
    isPending,
    isDisabled = false,
    isOpen = true,
    onSubmit,
    ...dialog
  } = props;
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      isOpen={isOpen}
      actions={
        <>
          <Button onPress={dialog.onClose}>Cancel</Button>
          <Button type="submit" form={formId} {...{ variant, isPending, isDisabled }}>
            {action}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={() => !isPending && !isDisabled && onSubmit()}>
        {dialog.children}
      </Form>
    </Dialog>
  );
}
