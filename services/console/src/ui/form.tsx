import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Form as AriaForm } from 'react-aria-components';
import { fieldError } from '../api/api-error.ts';
import { Button } from './button.tsx';
import type { ButtonVariant } from './button.tsx';
import { ConfirmDialog, Dialog, SavedButton } from './dialog.tsx';
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

export function Form({ onSubmit, className = 'stack gap-4', ...props }: FormProps) {
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

interface FormDialogProps extends Sending, Omit<DialogProps, 'isOpen' | 'actions' | 'isDismissable'> {
  /** What was made, shown once in place of the form: nothing but its button closes the dialog. `null` before. */
  made?: ReactNode;
}

/** A person who has changed something is asked before Escape or the like throws it away. */
export function FormDialog(props: FormDialogProps) {
  const {
    action,
    variant = 'primary',
    sending,
    fields,
    isDisabled = false,
    onSubmit,
    made,
    ...dialog
  } = props;
  const { isPending } = sending;
  const formId = useId();
  const [isEdited, setEdited] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isMade = made !== undefined && made !== null;
  // What is being made would be lost.
  const isHeld = made === null && isPending;
  return (
    <Dialog
      {...dialog}
      isOpen
      isDismissable={!isMade && !isHeld}
      onClose={() => (isEdited && !isMade ? setAsking(true) : dialog.onClose())}
      actions={
        isMade ? (
          <SavedButton onPress={dialog.onClose} />
        ) : (
          <>
            <Button isDisabled={isHeld} onPress={dialog.onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} {...{ variant, isPending, isDisabled }}>
              {action}
            </Button>
          </>
        )
      }
    >
      {isMade ? (
        // What had the focus is gone, and screen readers begin to read here.
        <div ref={focusOn} tabIndex={-1} className="unoutlined">
          {made}
        </div>
      ) : (
        <EditContext value={() => setEdited(true)}>
          <div onChange={() => setEdited(true)}>
            <Form id={formId} onSubmit={() => !isPending && !isDisabled && onSubmit()}>
              {dialog.children}
              <Refusal {...{ sending, fields }} />
            </Form>
          </div>
        </EditContext>
      )}
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

function focusOn(element: HTMLElement | null): void {
  element?.focus();
}
