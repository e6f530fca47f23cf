import { fold } from '@lobby/shared/kit/text-search.ts';
import { atom, useAtomValue } from 'jotai';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../../../http/api.ts';
import { targetOf } from '../../../../records/definitions.ts';
import { type KnownRef, type Ref, refAtom, searchRefs, type Where } from '../../../../refs/refs.ts';
import { employeeOf, scopeNow } from '../../../../session/session.ts';
import type { LoadOptions } from '../../../controls/options.ts';
import { useFieldWords } from '../../form-context.ts';

/** Text that distinguishes records of the same name: unit, role and last phone digits of a resident, department of an employee. */
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

/** Loads options of a reference; `where` filters them, and those with values of `first` come first. */
export function useRefLoad(to: string, where?: Where, first?: Readonly<Record<string, string>>): LoadOptions {
  const noteOf = useRefNote(to);
  const wanted = JSON.stringify(where ?? {});
  const before = JSON.stringify(first ?? {});
  return useMemo(() => {
    const only: Where = JSON.parse(wanted);
    const values: [string, string][] = Object.entries(JSON.parse(before));
    const isFirst = (ref: Ref) => values.every(([name, value]) => ref[name] === value);
    return async (typed, signal) => {
      const refs = await searchRefs(to, typed, only, signal);
      return [...refs.filter(isFirst), ...refs.filter(ref => !isFirst(ref))].map(ref => ({
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
  /** Number of open tasks; null if the module has no such count. */
  load: number | null;
}

/** Loads employees who can be assigned work of a module, those on shift first, with department and position. */
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
      // The reader comes first, since people most often assign themselves.
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

/** Name of a reference, also while loading or if missing. */
export const nameOf = (ref: KnownRef): string => (ref ? ref.name : ref === null ? '–' : '…');

/** Records of ids in order; `undefined` while loading, null if missing. */
export function useRefs(to: string, ids: readonly string[]): readonly KnownRef[] {
  const key = ids.join();
  return useAtomValue(
    useMemo(() => atom(get => (key ? key.split(',').map(id => get(refAtom(to, id))) : [])), [to, key]),
  );
}
