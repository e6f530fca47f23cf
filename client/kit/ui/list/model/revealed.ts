import { readPhone } from '@lobby/shared/kit/contact.ts';
import { answers, type Definition } from '@lobby/shared/kit/definition.ts';
import { atom, type PrimitiveAtom, useAtomValue, useStore } from 'jotai';
import { useEffect, useMemo, useState } from 'react';
import type { Row } from '../../../base/matches.ts';
import { toast } from '../../../base/toast.ts';
import { request } from '../../../http/api.ts';
import { toastRefusal } from '../../../i18n/toast-refusal.ts';
import { rowOf } from '../../../records/records.ts';
import { useCan } from '../../../session/permissions.ts';
import { type Revealed, type Shown, useListModel } from './model.ts';
import { NOTHING } from './selection.ts';
import { useListWords } from './words.ts';

/** Rows per reveal call. */
const MOST = 200;

/** Whether the reader may reveal personal values in rows of a definition. */
export function useMayReveal(definition: Definition): boolean {
  const allowed = useCan(definition.code, 'readEncrypted');
  const held = Object.values(definition.fields).some(({ personal, detailOnly }) => personal && !detailOnly);
  return allowed && held && answers(definition, 'reveal');
}

/** Masks revealed values when the reader loses the permission. */
export function useMaskAgain(definition: Definition, revealed: PrimitiveAtom<Revealed>): void {
  const allowed = useMayReveal(definition);
  const store = useStore();
  useEffect(() => {
    if (!allowed) store.set(revealed, new Map());
  }, [allowed, store, revealed]);
}

/** A row with its revealed values, as long as the list is open and the reader has the permission. */
export function useShown(row: Row | undefined): Row | undefined {
  const { definition, revealed } = useListModel();
  const allowed = useMayReveal(definition);
  const id = row?.id;
  const shown = useAtomValue(
    useMemo(() => atom(get => (id === undefined ? undefined : get(revealed).get(id))), [revealed, id]),
  );
  return row && allowed && shown?.version === row.version ? { ...row, ...shown.values } : row;
}

/** Reveals the selected rows, or masks them again if all are revealed; null if not available. */
export function useRevealRows(): { shown: boolean; busy: boolean; turn: () => void } | null {
  const { definition, scope, selection, selecting, revealed } = useListModel();
  const allowed = useMayReveal(definition);
  const store = useStore();
  const t = useListWords();
  const [busy, setBusy] = useState(false);
  const chosen = useAtomValue(selection);
  const held = useAtomValue(revealed);
  if (!allowed || chosen.all || chosen.ids.size > MOST) return null;
  const shown = [...chosen.ids].every(id => held.get(id)?.version === rowOf(definition.name, id)?.version);

  function settle(next: Revealed): void {
    store.set(revealed, next);
    store.set(selection, NOTHING);
    store.set(selecting, false);
  }

  async function reveal(): Promise<void> {
    setBusy(true);
    try {
      const ids = [...chosen.ids];
      const path = `${definition.path}/reveal-multi`;
      const { data } = await request<{ id: string; values: Shown['values'] }[]>('PUT', path, {
        ...scope,
        body: { ids },
      });
      const rows = data.map(({ id, values }): [string, Shown] => [id, shownOf(definition, id, values)]);
      settle(new Map([...store.get(revealed), ...rows]));
      toast({
        tone: 'done',
        title: t('kit:reveal.done', { things: t(['count', 'kit:count'], { count: data.length }) }),
      });
    } catch (error) {
      void toastRefusal(error, { title: t('kit:act.failed') });
    } finally {
      setBusy(false);
    }
  }

  function hide(): void {
    settle(new Map([...held].filter(([id]) => !chosen.ids.has(id))));
  }

  return { shown, busy, turn: () => (shown ? hide() : void reveal()) };
}

function shownOf({ name, fields }: Definition, id: string, values: Shown['values']): Shown {
  const written = Object.entries(values).map(([field, value]) => [
    field,
    value && fields[field]?.kind === 'phone' ? readPhone(value) : value,
  ]);
  return { version: rowOf(name, id)?.version ?? 0, values: Object.fromEntries(written) };
}
