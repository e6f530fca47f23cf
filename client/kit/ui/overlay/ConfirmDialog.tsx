import { chakra } from '@chakra-ui/react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/Button.tsx';
import { Field } from '../controls/Field.tsx';
import { LeaveButton } from '../controls/LeaveButton.tsx';
import { TextArea } from '../controls/TextArea.tsx';
import { useSubmit } from '../controls/useSubmit.ts';
import { Why } from '../guide/Why.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  description?: ReactNode;
  /** The name of the act: "Từ chối", never "OK". */
  confirm: string;
  /** `bad` for acts that refuse or destroy. */
  tone?: 'neutral' | 'bad';
  /** Asks for a reason; the act waits until one is written. */
  reason?: { label?: string; placeholder?: string; error?: string };
  busy?: boolean;
  /** Error of the server. */
  error?: ReactNode;
  /** Busy until the returned promise settles; shows its error. */
  onConfirm: (reason: string) => unknown;
  onCancel: () => void;
  /** Further information before the act. */
  children?: ReactNode;
}

/** Asks for confirmation; the confirming button is filled, red if it destroys. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, description, onConfirm, onCancel } = props;
  const { busy, error, code, run } = useSubmit();
  const form = useId();
  const first = useRef<HTMLTextAreaElement & HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      role="alertdialog"
      title={title}
      description={description}
      onClose={onCancel}
      first={first}
      footer={
        <>
          <LeaveButton keeps onClick={onCancel} ref={props.reason ? undefined : first} />
          <Button
            type="submit"
            form={form}
            look="filled"
            tone={props.tone === 'bad' ? 'bad' : 'accent'}
            busy={props.busy || busy}
          >
            {props.confirm}
          </Button>
        </>
      }
    >
      {props.children}
      <ReasonForm
        {...props}
        error={props.error || error}
        onConfirm={reason => void run(() => onConfirm(reason))}
        id={form}
        first={first}
      />
      {!props.error && <Why code={code} />}
    </Dialog>
  );
}

type ReasonFormProps = Pick<ConfirmDialogProps, 'reason' | 'error' | 'onConfirm'> & {
  id: string;
  first: React.RefObject<(HTMLTextAreaElement & HTMLButtonElement) | null>;
};

/** Mounted only while the dialog is open, so that a reason is not kept for the next record. */
function ReasonForm({ reason, error, onConfirm, id, first }: ReasonFormProps) {
  const { t } = useTranslation('common');
  const [text, setText] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const missing = isSubmitted && text.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!reason || text.trim()) onConfirm(text.trim());
  };
  return (
    <form id={id} onSubmit={submit} noValidate>
      {reason && (
        <Field
          label={reason.label ?? t('confirm.reason')}
          required
          error={missing ? t('confirm.reasonMissing') : (reason.error ?? error)}
        >
          <TextArea
            ref={first}
            rows={3}
            value={text}
            placeholder={reason.placeholder}
            onChange={event => setText(event.target.value)}
            onKeyDown={event => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
            }}
          />
        </Field>
      )}
      {!reason && error && (
        <chakra.p role="alert" color="bad.fg">
          {error}
        </chakra.p>
      )}
    </form>
  );
}
