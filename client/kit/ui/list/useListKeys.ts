import { useAtom, useAtomValue, useStore } from 'jotai';
import { type RefObject, useEffect, useRef } from 'react';
import type { ListView } from '../../list/list.ts';
import { useShortcuts } from '../keyboard.ts';
import { useListModel } from './model/model.ts';
import { extend, NOTHING, toggle } from './model/selection.ts';
import type { useRenderedRows } from './rows/useRenderedRows.ts';
import { useRowAct } from './rows/useRowAct.ts';
import { useOpening } from './useOpening.ts';

interface Options {
  box: RefObject<HTMLDivElement | null>;
  rows: ReturnType<typeof useRenderedRows>;
  ids: ListView['ids'];
}

/** Handles a list's shortcuts anywhere on its screen; also returns the act of the button of new rows. */
export function useListKeys({ box, rows, ids }: Options): { takeNew: () => void } {
  const { list, state, current, selection, selects, sought, onCreate } = useListModel();
  const { phase, filter } = useAtomValue(list.view);
  const [wantsFirst, setWantsFirst] = useAtom(sought);
  const store = useStore();
  const { open, close, press } = useOpening();

  /** Index of a row navigated to before it was loaded. */
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    const id = wanted.current === null ? null : ids[wanted.current];
    if (!id) return;
    wanted.current = null;
    store.set(current, { id, ring: true });
  }, [ids, store, current]);

  useEffect(() => {
    // From the search box, once its results are loaded.
    if (wantsFirst === null || wantsFirst !== (filter.q ?? '') || phase !== 'ready') return;
    setWantsFirst(null);
    if (!ids[0]) return;
    store.set(current, { id: ids[0], ring: true });
    box.current?.focus({ preventScroll: true });
  }, [wantsFirst, setWantsFirst, filter, phase, ids, store, current, box]);

  function takeNew() {
    list.takePending();
    rows.toTop();
  }

  const idAt = () => state.open ?? store.get(current).id;
  function at(): number {
    const id = idAt();
    return id === null ? -1 : ids.indexOf(id);
  }

  /** Makes a row current and visible; with an open record, opens it. */
  function go(index: number) {
    const to = Math.max(0, Math.min(ids.length - 1, index));
    rows.reveal(to);
    const id = ids[to];
    wanted.current = id ? null : to;
    if (!id) return;
    store.set(current, { id, ring: true });
    if (state.open !== null) {
      press();
      open(id);
    } else box.current?.focus({ preventScroll: true });
  }

  function walk(by: 1 | -1) {
    const next = state.open !== null && at() < 0 ? list.step(state.open, by) : null;
    if (next) go(ids.indexOf(next));
    else go(at() < 0 ? 0 : at() + by);
  }

  function widen(by: 1 | -1) {
    if (!selects || state.open !== null) return;
    const from = ids[at()];
    const chosen = store.get(selection);
    if (from && chosen.anchor === null) store.set(selection, toggle(chosen, from, ids));
    go(at() + by);
    const to = ids[at()];
    if (to) store.set(selection, before => extend(before, to, ids));
  }

  const acts = useRowAct(() => ids[at()] ?? null);
  useShortcuts(
    'list',
    {
      search: () => box.current?.ownerDocument.querySelector<HTMLElement>('[data-list-search]')?.focus(),
      new: onCreate,
      down: () => walk(1),
      up: () => walk(-1),
      extend: event => widen(event.key === 'ArrowDown' ? 1 : -1),
      pageDown: () => go(Math.max(0, at()) + rows.page()),
      pageUp: () => go(at() - rows.page()),
      end: () => go(ids.length - 1),
      takeNew() {
        takeNew();
        store.set(current, { id: ids[0] ?? null, ring: true });
      },
      open() {
        const { id } = store.get(current);
        if (!id) return;
        press();
        open(id);
      },
      back() {
        if (state.open !== null) close();
        else store.set(selection, NOTHING);
      },
      select() {
        const id = ids[at()];
        if (id && selects) store.set(selection, before => toggle(before, id, ids));
      },
    },
    acts,
  );

  return { takeNew };
}
