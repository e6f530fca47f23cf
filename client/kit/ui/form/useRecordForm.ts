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
import { focusFault } from '../focus-fault.ts';
import { changedValues, ownValues, type Values } from './changes.ts';
import type { Gone, Refusal } from './FormNotice.tsx';
import type { Mode } from './read-form.ts';
import { Conflicting, createRecord, newIntent, saveRecord } from './save-record.ts';
import { useCreated } from './useCreated.ts';
import { useFieldsForm } from './useFieldsForm.ts';
import { useFormDraft } from './useFormDraft.ts';

export interface RecordFormProps {
  definition: Definition;
  /** Names of the fields, in order; default all that people may give. */
  fields?: readonly string[];
  /** What a new record is asked beside its fields: a rule to pass over, how often it repeats. */
  inputs?: Fields;
  /** The record to edit; absent: a new one. */
  doc?: Row;
  /** The record was removed while it is edited: by whom and when, where that is known. What is typed can become a new record. */
  gone?: Gone | false;
  /** Values that a new record begins with. */
  defaults?: Record<string, unknown>;
  /** Name of the form, for its drafts; default the definition's. */
  form?: string;
  onSaved: (row: Row) => void;
  onCancel: () => void;
  /** The word of the button; default "Tạo" or "Lưu". */
  save?: string;
  /** The fields in a layout of their own, as `FieldInput`s; default one below the other. */
  children?: ReactNode;
}

const UNTOLD: Gone = { by: null, at: null };

type Options = Pick<RecordFormProps, 'definition' | 'doc' | 'gone' | 'defaults' | 'form' | 'onSaved'> & {
  fields: Fields;
  frame: RefObject<HTMLFormElement | null>;
};

/** The behaviour of a record's form: validates, saves, and shows the outcome. */
export function useRecordForm({ definition, doc, defaults, fields, frame, onSaved, ...options }: Options) {
  const { t } = useTranslation(['kit', 'errors']);
  /** The server knew no such record when it was saved: its event is still on the way, or was missed. */
  const [lost, setLost] = useState(false);
  const gone = options.gone || (lost && UNTOLD);
  const mode: Mode = doc && !gone ? 'update' : 'create';
  /** The record as the edit began: what others do meanwhile never changes what is typed here. */
  const base = useRef<Row | null>(doc ?? null);
  const intent = useRef(newIntent());
  const done = useRef(false);
  const [saving, setSaving] = useState(false);
  const [held, setHeld] = useState(0);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [conflict, setConflict] = useState<Conflicting | null>(null);
  /** A time that is over was given: its field, and what waits for the answer. */
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

  /** Restarts the edit from the stored record, keeping everything that was typed. */
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
    if (doc && error.status === 404) return setLost(true);
    const { shown, others } = showRefusal(error);
    const said = error.message || t(`errors:${error.code}`, { defaultValue: t('errors:SERVER_ERROR') });
    setRefusal(shown > 0 && others === 0 ? null : { code: error.code, message: said, passing: error.passing });
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
      // What both sides were asked about is meant.
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
