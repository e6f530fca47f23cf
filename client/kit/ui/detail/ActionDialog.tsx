import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FieldError } from '@lobby/shared/kit/errors.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { type MouseEvent, useId, useMemo, useRef, useState } from 'react';
import { type FieldErrors, FormProvider, type Resolver, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import type { Values } from '../form/changes.ts';
import { FieldInput } from '../form/FieldInput.tsx';
import { FormPlaceContext, useFieldWords, useWriting } from '../form/place.ts';
import { readForm, type TypedValues, writeForm } from '../form/reading.ts';
import type { NamedAction } from './allowed.ts';

interface ActionDialogProps {
  definition: Definition;
  act: NamedAction;
  /** The records that it is done to, in words: a title, or how many. */
  subject: string;
  /** Values that its input begins with. */
  values?: Record<string, unknown>;
  /** Throws an `ApiError` whose fields land on the inputs; `false` leaves the question open, with what was typed. */
  onAct: (input: Values) => Promise<unknown>;
  onClose: () => void;
}

/** The input of an act, its reason as one of the fields. */
export function actionFields({ input, reason }: NamedAction['action']): Fields {
  return { ...input, ...(reason && { reason: { kind: 'longText', max: 1000, required: true } }) };
}

// A fault that shows on blur would move the button away from under the press.
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Asks for what an act needs before it is done: its input, a reason, or only whether it is meant. */
export function ActionDialog({
  definition,
  act: { name, action },
  subject,
  values,
  onAct,
  onClose,
}: ActionDialogProps) {
  const { t } = useTranslation(['kit', 'common', 'errors']);
  const say = useFieldWords(definition.name, 'inputs');
  const asked = say.ask(name) || (action.danger ? t('act.final') : undefined);
  const how = useWriting();
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const fields = useMemo(() => actionFields(action), [action]);
  const words = ({ code, params }: FieldError) => t(`errors:${code}`, { ...params, defaultValue: t('errors:INVALID') });
  const told = (errors: Record<string, FieldError>) => {
    const all: FieldErrors<TypedValues> = {};
    for (const [field, error] of Object.entries(errors)) all[field] = { type: error.code, message: words(error) };
    return all;
  };
  const resolver: Resolver<TypedValues, unknown, Values> = typed => {
    const read = readForm(fields, typed, how, 'create');
    return Object.keys(read.errors).length > 0
      ? { values: {}, errors: told(read.errors) }
      : { values: read.values, errors: {} };
  };
  const form = useForm<TypedValues, unknown, Values>({
    defaultValues: writeForm(fields, values ?? {}, how, 'create'),
    resolver,
    // Not on blur: the dialog moves the focus as it opens, and nobody has written anything yet.
    mode: 'onSubmit',
  });
  const place = useMemo(
    () => ({ fields, name: definition.name, group: 'inputs' as const, hold: setBusy }),
    [fields, definition],
  );
  const submit = form.handleSubmit(async input => {
    setBusy(true);
    try {
      if ((await onAct(input)) !== false) onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      for (const [path, fault] of Object.entries(error.fields))
        form.setError(path, { type: fault.code, message: words(fault) });
    } finally {
      setBusy(false);
    }
  });
  const names = Object.keys(fields);
  const label = say.action(name);
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
          <Button onClick={onClose} onMouseDown={keepFocus} ref={first}>
            {t('common:act.cancel')}
          </Button>
          <Button
            type="submit"
            form={id}
            look="filled"
            tone={action.danger ? 'bad' : 'accent'}
            busy={busy}
            onMouseDown={keepFocus}
          >
            {label}
          </Button>
        </>
      }
    >
      <FormPlaceContext value={place}>
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
            {names.map(field => (
              <FieldInput key={field} name={field} />
            ))}
          </form>
        </FormProvider>
      </FormPlaceContext>
    </Dialog>
  );
}
