import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { type MouseEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../base/matches.ts';
import { toast } from '../../base/toast.ts';
import { ApiError } from '../../http/api.ts';
import { targetOf } from '../../records/definitions.ts';
import { searchRefs } from '../../refs/refs.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import type { Values } from '../form/changes.ts';
import { FieldInput } from '../form/FieldInput.tsx';
import { FormContext, useFieldWords } from '../form/form-context.ts';
import { ListInput } from '../form/ListInput.tsx';
import { useFieldsForm } from '../form/useFieldsForm.ts';
import { LeaveButton } from '../LeaveButton.tsx';
import { actionFields } from './action-fields.ts';
import type { NamedAction } from './allowed.ts';
import { undoOf } from './useUndo.ts';

interface ActionDialogProps {
  definition: Definition;
  act: NamedAction;
  /** The records that it is done to, in words: a title, or how many. */
  subject: string;
  /** The same as its button names it: "phiếu thu PT-2611-00042". */
  what: string;
  /** The record as it is, where it is done to one: what it asks for may hang on that. */
  row?: Row | undefined;
  /** Values that its input begins with. */
  values?: Record<string, unknown>;
  /** Where it changes a list: that list of each of the records; absent where they are not all known. */
  held?: readonly (readonly string[])[] | undefined;
  /** Throws an `ApiError` whose fields land on the inputs; `false` leaves the question open, with what was typed. */
  onAct: (input: Values) => Promise<unknown>;
  onClose: () => void;
  /** What else is to be known before it is done; it stands within the form. */
  children?: ReactNode;
}

// A fault that shows on blur would move the button away from under the press.
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The one record that a reference may choose, where it must choose one; null where there are several, undefined while that is asked. Nobody is given work by themselves. */
function useOnlyChoice(field: Field | undefined): string | null | undefined {
  const ref = field?.kind === 'ref' ? field : null;
  const [only, setOnly] = useState<string | null | undefined>(ref?.required && !ref.worksIn ? undefined : null);
  useEffect(() => {
    if (only !== undefined || !ref) return;
    const controller = new AbortController();
    searchRefs(ref.to, '', { ...targetOf(ref.to).offered, ...ref.where }, controller.signal).then(
      ([first, ...others]) => setOnly(first && others.length === 0 ? first.id : null),
      // The input itself says what could not be read.
      () => setOnly(null),
    );
    return () => controller.abort();
  }, [only, ref]);
  return only;
}

/** Asks for what an act needs before it is done: its input, a reason, or only whether it is meant. */
export function ActionDialog(props: ActionDialogProps) {
  const { definition, act, subject, what, row, values, held, onAct, onClose, children } = props;
  const { name, action } = act;
  const { t } = useTranslation(['kit', 'common']);
  const say = useFieldWords(definition.name, 'inputs');
  const isFinal = action.danger && !undoOf(definition, name);
  const asked = say.ask(name) || (isFinal ? t('act.final') : undefined);
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const fields = useMemo(() => actionFields(action, row), [action, row]);
  // Not on blur: the dialog moves the focus as it opens, and nobody has written anything yet.
  const { form, showRefusal } = useFieldsForm(fields, values ?? {}, 'create', { errors: 'onSubmit' });
  const given = useRef<Values>({});
  const place = useMemo(
    () => ({
      fields,
      name: definition.name,
      group: 'inputs' as const,
      hold: setBusy,
      give: (input: Values) => {
        given.current = input;
      },
    }),
    [fields, definition],
  );
  const submit = form.handleSubmit(async input => {
    if (action.list && Object.values(input).flat().length === 0) return onClose();
    setBusy(true);
    try {
      if ((await onAct({ ...input, ...given.current })) !== false) onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { others } = showRefusal(error);
      if (others > 0) toast({ tone: 'bad', title: t('act.failed'), description: error.message });
    } finally {
      setBusy(false);
    }
  });
  const names = Object.keys(fields);
  const inList = (field: string) => action.list && (field === 'add' || field === 'remove');
  const label = say.action(name);
  // Nothing is asked but whom or what: it is offered at once, and chosen where there is but one.
  const picked = names.length === 1 ? names[0] : undefined;
  const isPick = picked !== undefined && fields[picked]?.kind === 'ref';
  const only = useOnlyChoice(isPick ? fields[picked] : undefined);
  useEffect(() => {
    if (only && picked !== undefined) form.resetField(picked, { defaultValue: only });
  }, [only, picked, form]);
  return (
    <Dialog
      open
      role="alertdialog"
      title={t('act.sure', { action: label, name: subject })}
      description={asked}
      onClose={onClose}
      first={names.length > 0 ? undefined : first}
      footer={
        <>
          <LeaveButton keeps onClick={onClose} onMouseDown={keepFocus} ref={first} />
          <Button
            type="submit"
            form={id}
            look="filled"
            tone={action.danger ? 'bad' : 'accent'}
            busy={busy}
            onMouseDown={keepFocus}
          >
            {say.button(act, what)}
          </Button>
        </>
      }
    >
      <FormContext value={place}>
        <FormProvider {...form}>
          <form
            id={id}
            noValidate
            style={{ display: 'grid', gap: 16 }}
            onSubmit={event => {
              // Dialogs may stand inside other forms of the React tree.
              event.stopPropagation();
              if (busy) event.preventDefault();
              else void submit(event);
            }}
          >
            {action.list && <ListInput name={action.list} held={held} />}
            {names.map(
              field =>
                !inList(field) && (
                  <FieldInput key={`${field} ${only}`} name={field} autoOpen={isPick && only === null} />
                ),
            )}
            {children}
          </form>
        </FormProvider>
      </FormContext>
    </Dialog>
  );
}
