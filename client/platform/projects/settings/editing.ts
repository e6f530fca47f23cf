import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/base/toast.ts';
import { ApiError } from '../../../kit/http/api.ts';
import { toastRefusal } from '../../../kit/i18n/toast-refusal.ts';
import { onSaid } from '../../../kit/live/live.ts';
import { useDraft } from '../../../kit/offline/drafts.ts';
import { scopeAtom } from '../../../kit/session/session.ts';

export type Values = Readonly<Record<string, unknown>>;

/** A stored setting: values by flat name, and further data for its screen. */
export interface Setting<E> {
  version: number;
  values: Values;
  /** Name of the user who changed it last, if known. */
  by?: string;
  extra: E;
}

interface Source<E> {
  /** Form name of its draft. */
  form: string;
  /** `what` of the server's `changed` message. */
  what: string;
  read: (projectId: string) => Promise<Setting<E>>;
  /** Stores the values; `changed` are those that differ from the stored ones. */
  write: (projectId: string, version: number, values: Values, changed: Values) => Promise<Setting<E>>;
}

export interface Change {
  name: string;
  before: unknown;
  after: unknown;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * State of a setting: live values, draft, unsaved changes and saving. Concurrent changes of others keep the own input.
 */
export function useEditing<E>({ form, what, read, write }: Source<E>) {
  const { t } = useTranslation(['unit-group', 'errors']);
  const { projectId = '' } = useAtomValue(scopeAtom);
  const [setting, setSetting] = useState<Setting<E> | null>(null);
  const [failed, setFailed] = useState(false);
  const [by, setBy] = useState<string | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const held = useRef({ version: -1, saving: false });
  const keeping = useDraft<Values>({ projectId, form, recordId: projectId });
  const [typed, setTyped] = useState<Values>();
  const draft = typed ?? keeping.draft?.values ?? {};

  const take = useCallback((next: Setting<E>, news: boolean) => {
    const before = held.current.version;
    if (next.version < before) return;
    if (news && before >= 0 && next.version > before) setBy(next.by ?? '');
    held.current.version = next.version;
    setSetting(next);
    setFailed(false);
  }, []);
  const load = useCallback(
    (news: boolean) =>
      read(projectId).then(
        next => take(next, news),
        () => setFailed(true),
      ),
    [read, projectId, take],
  );
  useEffect(() => {
    void load(false);
    const again = () => void (held.current.saving || load(true));
    const stops = [
      onSaid<{ what: string }>('changed', event => event.what === what && again()),
      onSaid<number>('connected', which => which > 1 && again()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [load, what]);

  const put = (next: Values) => {
    setTyped(next);
    setErrors({});
    if (Object.keys(next).length > 0) keeping.save(next);
    else void keeping.clear();
  };
  const stored = setting?.values ?? {};
  const changes: Change[] = Object.keys(draft)
    .filter(name => !same(draft[name], stored[name]))
    .map(name => ({ name, before: stored[name], after: draft[name] }));

  const save = async () => {
    if (!setting || busy) return;
    setBusy(true);
    held.current.saving = true;
    try {
      const changed = Object.fromEntries(changes.map(({ name, after }) => [name, after]));
      take(await write(projectId, setting.version, { ...stored, ...changed }, changed), false);
      put({});
      setBy(null);
      toast({ tone: 'done', title: t('review.saved') });
    } catch (error) {
      const refused = error instanceof ApiError ? error : null;
      if (refused?.code === 'DATA_STALE') return void (await load(true));
      setErrors(refused?.fields ?? {});
      void toastRefusal(error, { title: t('review.failed') });
    } finally {
      held.current.saving = false;
      setBusy(false);
    }
  };
  return {
    setting,
    ready: setting !== null && keeping.draft !== undefined,
    failed,
    reload: () => void load(false),
    by,
    seen: () => setBy(null),
    changes,
    busy,
    save: () => void save(),
    discard: () => put({}),
    undo(name: string) {
      const { [name]: _gone, ...rest } = draft;
      put(rest);
    },
    value: (name: string): unknown => (name in draft ? draft[name] : stored[name]),
    put(name: string, value: unknown) {
      const { [name]: _before, ...rest } = draft;
      put(same(value, stored[name]) ? rest : { ...rest, [name]: value });
    },
    /** Error of a value or of a part of it. */
    errorOf(name: string): string | undefined {
      const path = Object.keys(errors).find(key => key === name || key.startsWith(`${name}.`));
      const fault = path ? errors[path] : undefined;
      return fault && t(`errors:${fault.code}`, { ...fault.params, defaultValue: t('errors:INVALID') });
    },
  };
}

export type Editing = ReturnType<typeof useEditing<unknown>>;
