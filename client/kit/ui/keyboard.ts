import { useEffect, useLayoutEffect, useRef } from 'react';
import { chosen } from '../session/preferences.ts';
import { isPressed, SHORTCUTS } from './shortcuts.ts';

/** Where keys work, the innermost last: what is open over something else hears first. */
const SCOPES = ['global', 'list', 'detail'] as const;
type Scope = (typeof SCOPES)[number];
type Run = (event: KeyboardEvent) => void;
export type Handlers<S extends Scope> = Partial<Record<keyof (typeof SHORTCUTS)[S], Run | undefined>>;

/** A key of what the screen itself can do, with its words. */
export interface ActKey {
  keys: string;
  words: string;
  run: Run;
}

interface Layer {
  scope: Scope;
  handlers: Readonly<Record<string, Run | undefined>>;
  acts: readonly ActKey[];
}

/** What listens now, the last registered last. */
const layers = new Set<{ current: Layer }>();

/** From the innermost scope outwards; of two in one scope the later first. */
function layersInOrder(): Layer[] {
  const all = [...layers].map(layer => layer.current).reverse();
  return all.sort((a, b) => SCOPES.indexOf(b.scope) - SCOPES.indexOf(a.scope));
}

/** The keys of what can be done on this screen now; of two with the same key the one that would run. */
export function actKeys(): ActKey[] {
  const all = layersInOrder().flatMap(({ acts }) => acts);
  return [...new Map(all.reverse().map(act => [act.keys, act])).values()].reverse();
}

function find(event: KeyboardEvent): Run | undefined {
  const singles = chosen('singleKeys') ?? true;
  for (const { scope, handlers, acts } of layersInOrder()) {
    const act = acts.find(({ keys }) => isPressed(keys, event, singles));
    if (act) return act.run;
    for (const [name, keys] of Object.entries(SHORTCUTS[scope]))
      if (handlers[name] && isPressed(keys, event, singles)) return handlers[name];
  }
  return undefined;
}

function press(event: KeyboardEvent): void {
  if (belongsElsewhere(event)) return;
  const run = find(event);
  if (!run) return;
  event.preventDefault();
  run(event);
}

const EDITABLE =
  'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], [role=textbox]';
const PRESSABLE = 'button, a[href], summary, input, [role=tab], [role=separator], [role=option]';
const OVER = '[role=dialog][data-state=open], [role=alertdialog][data-state=open], [role=menu][data-state=open]';

/** Whether a key belongs to a field, an input method, an open dialog or menu, or to what has the focus. */
function belongsElsewhere({ defaultPrevented, isComposing, keyCode, key, target }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || keyCode === 229) return true;
  // Keys such as F1 type nothing and press nothing.
  if (target instanceof Element && !/^F\d+$/.test(key)) {
    if (target.closest(EDITABLE)) return true;
    // Enter and the space bar press a button; arrows, Home and the like scroll what has the focus within a drawer.
    if ((key.length > 1 || key === ' ') && key !== 'Escape' && target.closest(`${PRESSABLE}, [data-drawer]`))
      return true;
  }
  return [...document.querySelectorAll(OVER)].some(element => !element.closest('[data-drawer]'));
}

/** Listens for keys of a scope while the component stands: those of `SHORTCUTS` that have a handler, and `acts`. */
export function useShortcuts<S extends Scope>(scope: S, handlers: Handlers<S>, acts: readonly ActKey[] = []): void {
  const layer = useRef<Layer>({ scope, handlers, acts });
  useLayoutEffect(() => {
    layer.current = { scope, handlers, acts };
  });
  useEffect(() => {
    // The one listener of the product for keys of its own.
    if (layers.size === 0) window.addEventListener('keydown', press);
    layers.add(layer);
    return () => {
      layers.delete(layer);
      if (layers.size === 0) window.removeEventListener('keydown', press);
    };
  }, []);
}
