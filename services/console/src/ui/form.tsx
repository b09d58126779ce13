import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Form as AriaForm } from 'react-aria-components';
import { fieldError } from '../api/api-error.ts';
import { Button } from './button.tsx';
import type { ButtonVariant } from './button.tsx';
import { ConfirmDialog, Dialog } from './dialog.tsx';
import type { DialogProps } from './dialog.tsx';
import { ErrorNotice } from './feedback.tsx';
import { EditContext } from './fields.tsx';

interface Sending {
  /** What sends the form. Its failure stands below the fields, unless one of them shows it. */
  sending: { isPending: boolean; error: Error | null };
  /** Those that show their own refusals, by their names in the body. */
  fields?: readonly string[];
  /** What the button says. */
  action: string;
  variant?: ButtonVariant;
  isDisabled?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

interface FormProps extends Pick<Sending, 'onSubmit' | 'children'> {
  id?: string;
  className?: string;
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

/** A form in a page, with its button. */
export function SendForm({ children, more, ...form }: Sending & { more?: ReactNode }) {
  const { action, variant, sending, isDisabled, onSubmit } = form;
  return (
    <Form onSubmit={() => !sending.isPending && isDisabled !== true && onSubmit()}>
      {children}
      <Refusal {...form} />
      <div className="actions">
        <Button type="submit" {...{ variant, isDisabled }} isPending={sending.isPending}>
          {action}
        </Button>
        {more}
      </div>
    </Form>
  );
}

function Refusal({ sending: { error }, fields = [] }: Pick<Sending, 'sending' | 'fields'>) {
  const isShown = fields.some((field) => fieldError(error, field) !== undefined);
  return isShown ? null : <ErrorNotice error={error} />;
}

type FormDialogProps = Sending & Omit<DialogProps, 'isOpen' | 'actions' | 'isDismissable'>;

/** Whoever has changed something is asked before Escape or the like throws it away. */
export function FormDialog(props: FormDialogProps) {
  const { action, variant = 'primary', sending, fields, isDisabled = false, onSubmit, ...dialog } = props;
  const { isPending } = sending;
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
            <Refusal {...{ sending, fields }} />
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
