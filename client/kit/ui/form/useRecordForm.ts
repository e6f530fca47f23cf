import type { FieldIn } from '@lobby/shared/kit/define-module.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { overIn } from '@lobby/shared/kit/over.ts';
import type { ReactNode } from 'react';
import { type RefObject, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../base/matches.ts';
import { toast } from '../../base/toast.ts';
import { type ApiError, toApiError } from '../../http/api-error.ts';
import { now } from '../../http/clock.ts';
import { scopeNow } from '../../session/session.ts';
import { focusFault } from '../keyboard/focus-fault.ts';
import { changedValues, ownValues, type Values } from './changes.ts';
import type { Gone, Refusal } from './FormNotice.tsx';
import type { Mode } from './read-form.ts';
import { Conflicting, createRecord, newIntent, saveRecord } from './save-record.ts';
import { useCreated } from './useCreated.ts';
import { useFieldsForm } from './useFieldsForm.ts';
import { useFormDraft } from './useFormDraft.ts';

export interface RecordFormProps<D extends Definition = Definition> {
  definition: D;
  /** Names of the fields in order; defaults to all editable ones. */
  fields?: readonly FieldIn<D>[];
  /** Inputs of a new record that are no fields: a rule to skip, a repetition. */
  inputs?: Fields;
  /** The record to edit; undefined for a new one. */
  doc?: Row;
  /** The record was removed during the edit, by whom and when if known. The input can become a new record. */
  gone?: Gone | false;
  /** Initial values of a new record. */
  defaults?: Record<string, unknown>;
  /** Name of the form for its drafts; defaults to the definition's. */
  form?: string;
  onSaved: (row: Row) => void;
  onCancel: () => void;
  /** Label of the save button; defaults to "Tạo" or "Lưu". */
  save?: string;
  /** A layout of `FieldInput`s; defaults to one below the other. */
  children?: ReactNode;
}

const UNTOLD: Gone = { by: null, at: null };

type Options = Pick<RecordFormProps, 'definition' | 'doc' | 'gone' | 'defaults' | 'form' | 'onSaved'> & {
  fields: Fields;
  frame: RefObject<HTMLFormElement | null>;
};

/** Behaviour of a record's form: validates, saves, and shows the result. */
export function useRecordForm({ definition, doc, defaults, fields, frame, onSaved, ...options }: Options) {
  const { t } = useTranslation(['kit', 'errors']);
  /** The server did not find the record when saving: the event of its removal is pending or was missed. */
  const [lost, setLost] = useState(false);
  const gone = options.gone || (lost && UNTOLD);
  const mode: Mode = doc && !gone ? 'update' : 'create';
  /** The record when the edit began; concurrent changes never affect the input. */
  const base = useRef<Row | null>(doc ?? null);
  const intent = useRef(newIntent());
  const done = useRef(false);
  const [saving, setSaving] = useState(false);
  const [held, setHeld] = useState(0);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [conflict, setConflict] = useState<Conflicting | null>(null);
  /** The field with a past time, and the values waiting for confirmation. */
  const [over, setOver] = useState<{ name: string; values: Values } | null>(null);
  const created = useCreated(definition);
  const hold = useCallback((on: boolean) => setHeld(before => before + (on ? 1 : -1)), []);

  const { form, reset, showRefusal } = useFieldsForm(fields, doc ?? defaults ?? {}, mode, {
    check: definition.check,
    stored: () => base.current ?? {},
    errors: 'onTouched',
    focus: false,
  });
  const { isDirty } = form.formState;

  const toFault = () => focusFault(frame.current);

  const begin = (from: Row | null) => reset(from ?? defaults ?? {});
  const drafts = useFormDraft({
    form: options.form ?? definition.name,
    recordId: doc?.id,
    fields,
    methods: form,
    base,
    begin,
  });

  /** Rebases the edit on the stored record, keeping all input. */
  const rebase = (current: Row, yours: Values) => {
    const typed = form.getValues();
    base.current = current;
    begin(current);
    for (const name of Object.keys(yours)) {
      const value = typed[name];
      if (value !== undefined) form.setValue(name, value, { shouldDirty: true });
    }
  };

  const land = (error: ApiError) => {
    if (doc && error.status === 404) return setLost(true);
    const { shown, others } = showRefusal(error);
    const message = error.message || t(`errors:${error.code}`, { defaultValue: t('errors:SERVER_ERROR') });
    setRefusal(shown > 0 && others === 0 ? null : { code: error.code, message, passing: error.passing });
    if (shown > 0) toFault();
  };

  const finish = (row: Row) => {
    done.current = true;
    drafts.clear();
    if ('approvalRequestId' in row) toast({ tone: 'done', title: t('form.asked') });
    else if (mode === 'create') toast(created(row));
    else toast({ tone: 'done', title: t('form.saved') });
    onSaved(row);
  };

  const stored = () => (gone ? null : base.current);

  const ask = (values: Values) => {
    const name = overIn(fields, changedValues(values, base.current ?? {}), now());
    if (name) setOver({ name, values });
    else void save(values, stored());
  };

  const save = async (values: Values, from: Row | null, isMeant = false) => {
    setOver(null);
    setRefusal(null);
    setSaving(true);
    const scope = scopeNow();
    try {
      const row = from
        ? await saveRecord(definition, scope, { values, base: from, fields, isMeant })
        : await createRecord(definition, scope, ownValues(fields, values, base.current), intent.current, isMeant);
      finish(row);
    } catch (error) {
      if (error instanceof Conflicting) return setConflict(error);
      if (conflict) reconsider(conflict);
      land(toApiError(error));
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
    over,
    gone,
    answerOver: (yes: boolean) => {
      if (over && yes) void save(over.values, stored(), true);
      else setOver(null);
    },
    restored: drafts.restored,
    discard: () => {
      drafts.clear();
      base.current = doc ?? null;
      begin(base.current);
    },
    submit: () => {
      if (!busy) void form.handleSubmit(ask, toFault)();
    },
    resolve: (values: Values) => {
      // After a conflict was resolved, a past time is confirmed too.
      if (conflict && !busy) void save(values, conflict.current, true);
    },
    reconsider: () => conflict && reconsider(conflict),
    unsaved: () => isDirty && !done.current,
    leave: (go: () => void) => {
      done.current = true;
      go();
    },
  };
}
