import type { FieldError } from '@lobby/shared/kit/errors.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { type RefObject, useCallback, useRef, useState } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api.ts';
import type { Row } from '../../matches.ts';
import { scopeNow } from '../../session.ts';
import { toast } from '../toast.ts';
import type { Values } from './changes.ts';
import type { Refusal } from './FormNotice.tsx';
import { useWriting } from './place.ts';
import type { RecordFormProps } from './RecordForm.tsx';
import { type Mode, readForm, type TypedValues, writeForm } from './reading.ts';
import { Conflicting, createRecord, newIntent, saveRecord } from './saving.ts';
import { useFormDraft } from './useFormDraft.ts';

type Options = Pick<RecordFormProps, 'definition' | 'doc' | 'defaults' | 'form' | 'onSaved'> & {
  fields: Fields;
  frame: RefObject<HTMLFormElement | null>;
};

/** What a record's form does: reads by the rules, saves, and lands what comes back. */
export function useRecordForm({ definition, doc, defaults, fields, frame, onSaved, ...options }: Options) {
  const { t } = useTranslation(['kit', 'errors']);
  const how = useWriting();
  const mode: Mode = doc ? 'update' : 'create';
  /** The record as the edit began: what others do meanwhile never changes what is typed here. */
  const base = useRef<Row | null>(doc ?? null);
  const intent = useRef(newIntent());
  const done = useRef(false);
  const [saving, setSaving] = useState(false);
  const [held, setHeld] = useState(0);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [conflict, setConflict] = useState<Conflicting | null>(null);
  const hold = useCallback((on: boolean) => setHeld(before => before + (on ? 1 : -1)), []);

  const words = ({ code, params }: FieldError) => t(`errors:${code}`, { ...params, defaultValue: t('errors:INVALID') });
  const resolver: Resolver<TypedValues, unknown, Values> = typed => {
    const { values, errors } = readForm(fields, typed, how, mode, definition.check, base.current ?? {});
    const wrong = Object.entries(errors).filter(([name]) => name in fields);
    if (wrong.length === 0) return { values, errors: {} };
    const told: FieldErrors<TypedValues> = {};
    for (const [name, error] of wrong) told[name] = { type: error.code, message: words(error) };
    return { values: {}, errors: told };
  };
  const form = useForm<TypedValues, unknown, Values>({
    defaultValues: writeForm(fields, doc ?? defaults ?? {}, how, mode),
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const { isDirty } = form.formState;

  const focusFault = () =>
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] button')?.focus(),
    );

  const begin = (from: Row | null) => form.reset(writeForm(fields, from ?? defaults ?? {}, how, mode));
  const drafts = useFormDraft({
    form: options.form ?? definition.name,
    recordId: doc?.id,
    fields,
    methods: form,
    base,
    begin,
  });

  /** Goes on from what is stored now, with everything that was typed. */
  const rebase = (current: Row, yours: Values) => {
    const typed = form.getValues();
    base.current = current;
    begin(current);
    for (const name of Object.keys(yours)) {
      const kept = typed[name];
      if (kept !== undefined) form.setValue(name, kept, { shouldDirty: true });
    }
  };

  const land = (error: ApiError) => {
    const entries = Object.entries(error.fields).map(([path, fault]) => [path.split('.')[0] ?? path, fault] as const);
    const known = entries.filter(([name]) => name in fields);
    for (const [name, fault] of known) form.setError(name, { type: fault.code, message: words(fault) });
    const said = error.message || t(`errors:${error.code}`, { defaultValue: t('errors:SERVER_ERROR') });
    setRefusal(known.length > 0 && known.length === entries.length ? null : { message: said, passing: error.passing });
    if (known.length > 0) focusFault();
  };

  const finish = (row: Row) => {
    done.current = true;
    drafts.clear();
    toast({ tone: 'done', title: t('form.saved') });
    onSaved(row);
  };

  const save = async (values: Values, from: Row | null) => {
    setRefusal(null);
    setSaving(true);
    const scope = scopeNow();
    try {
      const row = from
        ? await saveRecord(definition, scope, { values, base: from, fields })
        : await createRecord(definition, scope, values, intent.current);
      finish(row);
    } catch (error) {
      if (error instanceof Conflicting) return setConflict(error);
      if (conflict) reconsider(conflict);
      land(error instanceof ApiError ? error : new ApiError(0, 'FAIL', '', null, ''));
    } finally {
      setSaving(false);
    }
  };

  const reconsider = ({ current, yours }: Conflicting) => {
    rebase(current, yours);
    setConflict(null);
  };

  const busy = saving || held > 0;
  return {
    form,
    busy,
    hold,
    refusal,
    conflict,
    restored: drafts.restored,
    discard: () => {
      drafts.clear();
      base.current = doc ?? null;
      begin(base.current);
    },
    submit: () => {
      if (!busy) void form.handleSubmit(values => save(values, base.current), focusFault)();
    },
    resolve: (values: Values) => {
      if (conflict && !busy) void save(values, conflict.current);
    },
    reconsider: () => conflict && reconsider(conflict),
    unsaved: () => isDirty && !done.current,
    leave: (go: () => void) => {
      done.current = true;
      go();
    },
  };
}
