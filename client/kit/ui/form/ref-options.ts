import { fold } from '@lobby/shared/kit/text-search.ts';
import { atom, useAtomValue } from 'jotai';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../http/api.ts';
import { targetOf } from '../../records/definitions.ts';
import { type KnownRef, type Ref, refAtom, searchRefs, type Where } from '../../refs/refs.ts';
import { employeeOf, scopeNow } from '../../session/session.ts';
import type { LoadOptions } from '../options.ts';
import { useFieldWords } from './form-context.ts';

/** What tells a record of another module from its namesakes: the unit, role and end of the phone of a resident, the department of an employee. */
export function useRefNote(to: string): (ref: Ref) => string | undefined {
  const say = useFieldWords(to || 'kit');
  return useCallback(
    ref => {
      const words = (to ? (targetOf(to).apart ?? []) : []).map(name => {
        const value = String(ref[name] ?? '');
        const word = say.option(name, value);
        return word === value ? '' : word;
      });
      const phone = ref.phoneEnd ? `…${ref.phoneEnd}` : '';
      const parts = [ref.code === ref.name ? '' : ref.code, ref.note, ...words, phone];
      return parts.filter(Boolean).join(' · ') || undefined;
    },
    [to, say],
  );
}

/** Finds the options of a ref field; `where` narrows them by filters of their own module, those with the values of `first` come before the others. */
export function useRefLoad(to: string, where?: Where, first?: Readonly<Record<string, string>>): LoadOptions {
  const noteOf = useRefNote(to);
  const wanted = JSON.stringify(where ?? {});
  const before = JSON.stringify(first ?? {});
  return useMemo(() => {
    const only: Where = JSON.parse(wanted);
    const values: [string, string][] = Object.entries(JSON.parse(before));
    const isFirst = (ref: Ref) => values.every(([name, value]) => ref[name] === value);
    return async (typed, signal) => {
      const found = await searchRefs(to, typed, only, signal);
      return [...found.filter(isFirst), ...found.filter(ref => !isFirst(ref))].map(ref => ({
        value: ref.id,
        label: ref.name,
        note: noteOf(ref),
      }));
    };
  }, [to, wanted, before, noteOf]);
}

interface Worker {
  id: string;
  name: string;
  positions: readonly string[];
  department: string;
  onShift: boolean | null;
  /** Open work that they have; null where the module counts none. */
  load: number | null;
}

/** Finds who can be given work of a module, those on shift first as the server has them, with department and position. */
export function useWorkerLoad(module: string): LoadOptions {
  const { t } = useTranslation('kit');
  return useCallback(
    async (typed, signal) => {
      const { projectId } = scopeNow();
      const { data } = await request<Worker[]>('GET', `/unit-group/${projectId}/room-members`, {
        ...scopeNow(),
        query: { roomType: module },
        signal,
      });
      const wanted = fold(typed).split(/\s+/).filter(Boolean);
      const noteOf = ({ department, positions, onShift, load }: Worker) =>
        [
          department,
          positions.join(', '),
          onShift && t('worker.onShift'),
          load !== null && t('worker.load', { count: load }),
        ]
          .filter(Boolean)
          .join(' · ');
      const me = employeeOf(projectId)?.employeeId;
      // One gives oneself work most often.
      const mine = (worker: Worker) => worker.id === me;
      return [...data.filter(mine), ...data.filter(worker => !mine(worker))]
        .map(worker => ({
          value: worker.id,
          label: mine(worker) ? t('worker.me', { name: worker.name }) : worker.name,
          note: noteOf(worker),
        }))
        .filter(({ label, note }) => wanted.every(word => fold(`${label} ${note}`).includes(word)));
    },
    [module, t],
  );
}

/** A name, also on its way or of what is gone. */
export const nameOf = (ref: KnownRef): string => (ref ? ref.name : ref === null ? '–' : '…');

/** The records behind ids, in their order; `undefined` while on their way, null where there is none. */
export function useRefs(to: string, ids: readonly string[]): readonly KnownRef[] {
  const key = ids.join();
  return useAtomValue(
    useMemo(() => atom(get => (key ? key.split(',').map(id => get(refAtom(to, id))) : [])), [to, key]),
  );
}
