import type { Fields } from '@lobby/shared/kit/fields.ts';
import { type RefObject, useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Row } from '../../base/matches.ts';
import { useDraft } from '../../offline/drafts.ts';
import { scopeNow } from '../../session/session.ts';
import type { Values } from './changes.ts';
import { isSame } from './changes.ts';
import type { TypedValues } from './read-form.ts';

/** Input with the record it was based on, so that conflicts are still found after a reload. */
interface Kept {
  typed: TypedValues;
  base: Row | null;
}

interface Options {
  /** Name of the form, and id of the record. */
  form: string;
  recordId: string | undefined;
  fields: Fields;
  methods: UseFormReturn<TypedValues, unknown, Values>;
  base: RefObject<Row | null>;
  /** Resets the inputs to a record, or to a new one. */
  begin: (base: Row | null) => void;
}

const sameShape = (a: unknown, b: unknown) => typeof a === typeof b && Array.isArray(a) === Array.isArray(b);

/** Stores a form's input as a draft, and restores it once after a reload, based on the record of that time. */
export function useFormDraft({ form, recordId, fields, methods, base, begin }: Options) {
  const { projectId = '', unitId = '' } = scopeNow();
  const { draft, save, clear } = useDraft<Kept>({ projectId: projectId || unitId, form, recordId });
  const [restored, setRestored] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is brought back once, when it was found
  useEffect(() => {
    if (draft === undefined) return;
    if (draft) {
      const { typed, base: then } = draft.values;
      const before = base.current;
      // Fields typed into before the draft was loaded are kept; only the others are restored.
      const fresh: Readonly<Record<string, unknown>> = methods.formState.defaultValues ?? {};
      const edited = Object.entries(methods.getValues()).filter(([name, value]) => !isSame(value, fresh[name]));
      const isOwn = (name: string) => edited.some(([field]) => field === name);
      base.current = then;
      begin(then);
      const defaults = methods.getValues();
      const valid = Object.entries(typed).filter(
        ([name, value]) =>
          name in fields && !isOwn(name) && sameShape(value, defaults[name]) && !isSame(value, defaults[name]),
      );
      for (const [name, value] of [...valid, ...edited]) methods.setValue(name, value, { shouldDirty: true });
      setRestored(valid.length > 0);
      if (valid.length === 0) {
        base.current = before;
        begin(before);
        for (const [name, value] of edited) methods.setValue(name, value, { shouldDirty: true });
      }
    }
    const isOpen = (name: string) => !(fields[name]?.kind === 'text' && fields[name].secret);
    const watching = methods.watch(typed => {
      const values = Object.fromEntries(Object.entries(typed).filter(([name]) => isOpen(name)));
      save({ typed: values as TypedValues, base: base.current });
    });
    return () => watching.unsubscribe();
  }, [draft]);
  return {
    restored,
    /** Removes the draft after the form was sent or discarded. */
    clear: () => {
      setRestored(false);
      void clear();
    },
  };
}
