import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { type MouseEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../base/matches.ts';
import { ApiError } from '../../http/api.ts';
import { toastRefusal } from '../../i18n/toast-refusal.ts';
import { targetOf } from '../../records/definitions.ts';
import { searchRefs } from '../../refs/refs.ts';
import { Button } from '../controls/Button.tsx';
import { LeaveButton } from '../controls/LeaveButton.tsx';
import type { Values } from '../form/changes.ts';
import { FormContext, useFieldWords } from '../form/form-context.ts';
import { ListInput } from '../form/inputs/choices/ListInput.tsx';
import { FieldInput } from '../form/inputs/FieldInput.tsx';
import { useFieldsForm } from '../form/useFieldsForm.ts';
import { Dialog } from '../overlay/Dialog.tsx';
import { actionFields } from './action-fields.ts';
import type { NamedAction } from './allowed.ts';
import { undoOf } from './useUndo.ts';

interface ActionDialogProps {
  definition: Definition;
  act: NamedAction;
  /** The records it concerns, in words: a title, or a number. */
  subject: string;
  /** The same with the noun: "phiếu thu PT-2611-00042". */
  what: string;
  /** The record, if it is only one: the input may depend on it. */
  row?: Row | undefined;
  /** Initial values of the input. */
  values?: Record<string, unknown>;
  /** If it changes a list: that list of each record; absent if not all are loaded. */
  held?: readonly (readonly string[])[] | undefined;
  /** Throws an `ApiError` whose fields are shown at the inputs; `false` keeps the dialog open. */
  onAct: (input: Values) => Promise<unknown>;
  onClose: () => void;
  /** Further information within the form. */
  children?: ReactNode;
}

// An error shown on blur would move the button away during the click.
const keepFocus = (event: MouseEvent) => event.preventDefault();

/**
 * The only record that a required reference can choose; null if there are several, undefined while loading. Not for
 * assignments of work.
 */
function useOnlyChoice(field: Field | undefined): string | null | undefined {
  const ref = field?.kind === 'ref' ? field : null;
  const [only, setOnly] = useState<string | null | undefined>(ref?.required && !ref.worksIn ? undefined : null);
  useEffect(() => {
    if (only !== undefined || !ref) return;
    const controller = new AbortController();
    searchRefs(ref.to, '', { ...targetOf(ref.to).offered, ...ref.where }, controller.signal).then(
      ([first, ...others]) => setOnly(first && others.length === 0 ? first.id : null),
      // The input itself shows the loading error.
      () => setOnly(null),
    );
    return () => controller.abort();
  }, [only, ref]);
  return only;
}

/** Dialog of an act: asks for input, a reason, or confirmation. */
export function ActionDialog(props: ActionDialogProps) {
  const { definition, act, subject, what, row, values, held, onAct, onClose, children } = props;
  const { name, action } = act;
  const { t } = useTranslation(['kit', 'common']);
  const say = useFieldWords(definition.name, 'inputs');
  const isFinal = action.danger && !undoOf(definition, name);
  const question = say.ask(name) || (isFinal ? t('act.final') : undefined);
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const fields = useMemo(() => actionFields(action, row), [action, row]);
  // Not on blur, because the dialog moves the focus when it opens, before anything was typed.
  const { form, showRefusal } = useFieldsForm(fields, values ?? {}, 'create', { errors: 'onSubmit' });
  const extra = useRef<Values>({});
  const place = useMemo(
    () => ({
      fields,
      name: definition.name,
      group: 'inputs' as const,
      hold: setBusy,
      give: (input: Values) => {
        extra.current = input;
      },
    }),
    [fields, definition],
  );
  const submit = form.handleSubmit(async input => {
    if (action.list && Object.values(input).flat().length === 0) return onClose();
    setBusy(true);
    try {
      if ((await onAct({ ...input, ...extra.current })) !== false) onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { others } = showRefusal(error);
      if (others > 0) void toastRefusal(error, { title: t('act.failed') });
    } finally {
      setBusy(false);
    }
  });
  const names = Object.keys(fields);
  const inList = (field: string) => action.list && (field === 'add' || field === 'remove');
  const label = say.action(name);
  // If the only input is a record, its search opens at once, and a single option is selected.
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
      description={question}
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
              // Dialogs may be inside other forms of the React tree.
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
