import { useStore } from 'jotai';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { ListView } from '../../list.ts';
import { usePreference } from '../../preferences.ts';
import { answersItself, belongsElsewhere, type Command, commandOf } from './keys.ts';
import { useListModel } from './model.ts';

import { extend, NOTHING, toggle } from './selection.ts';
import { useOpening } from './useOpening.ts';
import { useRowAct } from './useRowAct.ts';
import type { useRows } from './useRows.ts';

interface Options {
  box: RefObject<HTMLDivElement | null>;
  rows: ReturnType<typeof useRows>;
  ids: ListView['ids'];
}

/** Listens for the keys of a list anywhere on its screen; answers what the pill of new rows does too. */
export function useListKeys({ box, rows, ids }: Options): { takeNew: () => void } {
  const model = useListModel();
  const { list, state, current, selection } = model;
  const acts = useRowAct();
  const store = useStore();
  const [singles] = usePreference('singleKeys', true);
  const { open, close, press } = useOpening();

  /** A row that was gone to before it was loaded. */
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    const id = wanted.current === null ? null : ids[wanted.current];
    if (!id) return;
    wanted.current = null;
    store.set(current, { id, ring: true });
  }, [ids, store, current]);

  function takeNew() {
    list.takePending();
    rows.toTop();
  }

  function at(): number {
    const id = state.open ?? store.get(current).id;
    return id === null ? -1 : ids.indexOf(id);
  }

  /** Makes a row the current one, in view; beside an open record the record follows. */
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

  const DO: Record<Exclude<Command['do'], 'act' | 'extend'>, () => void> = {
    search: () => box.current?.ownerDocument.querySelector<HTMLElement>('[data-list-search]')?.focus(),
    help: () => store.set(model.help, true),
    new: () => model.onCreate?.(),
    down: () => go(at() + 1),
    up: () => go(at() < 0 ? 0 : at() - 1),
    pageDown: () => go(Math.max(0, at()) + rows.page()),
    pageUp: () => go(at() - rows.page()),
    end: () => go(ids.length - 1),
    top() {
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
      if (id && model.selects) store.set(selection, before => toggle(before, id, ids));
    },
  };

  function run(command: Command) {
    if (command.do === 'act') acts.press(command.action, ids[at()] ?? null);
    else if (command.do !== 'extend') DO[command.do]();
    else if (model.selects && state.open === null) {
      const from = ids[at()];
      const chosen = store.get(selection);
      if (from && chosen.anchor === null) store.set(selection, toggle(chosen, from, ids));
      go(at() + command.by);
      const to = ids[at()];
      if (to) store.set(selection, before => extend(before, to, ids));
    }
  }

  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (belongsElsewhere(event)) return;
    const { key, shiftKey: shift } = event;
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    const command = commandOf({ key, shift, modified }, acts.keys, singles);
    if (!command) return;
    const elsewhere = event.target !== box.current && event.target !== document.body;
    const named = key.length > 1;
    // Within the drawer arrows, Home and the like scroll what has the focus; a button answers Enter itself.
    if (named && key !== 'Escape' && (answersItself(event.target) || (elsewhere && state.open !== null))) return;
    event.preventDefault();
    run(command);
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => listen(event);
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);

  return { takeNew };
}
