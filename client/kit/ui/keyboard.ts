import { useEffect, useLayoutEffect, useRef } from 'react';
import { chosen } from '../session/preferences.ts';
import { isPressed, SHORTCUTS } from './keyboard/shortcuts.ts';

/** Scopes of shortcuts, the innermost last: layers on top get keys first. */
const SCOPES = ['global', 'list', 'detail'] as const;
type Scope = (typeof SCOPES)[number];
type Run = (event: KeyboardEvent) => void;
export type Handlers<S extends Scope> = Partial<Record<keyof (typeof SHORTCUTS)[S], Run | undefined>>;

/** A shortcut of the screen's own acts, with its label. */
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

/** Registered layers, the latest last. */
const layers = new Set<{ current: Layer }>();

/** From the innermost scope outwards; within a scope the latest first. */
function layersInOrder(): Layer[] {
  const all = [...layers].map(layer => layer.current).reverse();
  return all.sort((a, b) => SCOPES.indexOf(b.scope) - SCOPES.indexOf(a.scope));
}

/** Shortcuts of acts on the current screen; of several with the same key the one that would run. */
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

/** Whether a key belongs to a field, an IME, an open dialog or menu, or the focused element. */
function belongsElsewhere({ defaultPrevented, isComposing, keyCode, key, target }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || keyCode === 229) return true;
  // Function keys neither type nor press anything.
  if (target instanceof Element && !/^F\d+$/.test(key)) {
    if (target.closest(EDITABLE)) return true;
    // Enter and space press a button; arrows, Home and others scroll the focused element in a drawer.
    if ((key.length > 1 || key === ' ') && key !== 'Escape' && target.closest(`${PRESSABLE}, [data-drawer]`))
      return true;
  }
  return [...document.querySelectorAll(OVER)].some(element => !element.closest('[data-drawer]'));
}

/** Handles shortcuts of a scope while mounted: those of `SHORTCUTS` with a handler, and `acts`. */
export function useShortcuts<S extends Scope>(scope: S, handlers: Handlers<S>, acts: readonly ActKey[] = []): void {
  const layer = useRef<Layer>({ scope, handlers, acts });
  useLayoutEffect(() => {
    layer.current = { scope, handlers, acts };
  });
  useEffect(() => {
    // The only global key listener.
    if (layers.size === 0) window.addEventListener('keydown', press);
    layers.add(layer);
    return () => {
      layers.delete(layer);
      if (layers.size === 0) window.removeEventListener('keydown', press);
    };
  }, []);
}
