import { createElement, type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';

// React schedules its work with the timers of the machine, also where a test has put its own in place.
const { setImmediate, setTimeout } = globalThis;

/** Turns in which React does what one change leads to: it draws, runs effects, and draws again. */
const TURNS = 10;

/** Lets React finish what it was told. A timer alone may come before its work on a machine that is late. */
export async function settle(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 10));
  for (let turn = 0; turn < TURNS; turn++) await new Promise(resolve => setImmediate(resolve));
}

/** Runs a hook in React without a browser: `at` is what it returned last, `with` gives it other arguments. */
export const renderHook = <A extends unknown[], R>(hook: (...args: A) => R, ...first: A) =>
  renderHookIn(child => child, hook, ...first);

/** The same within what is put around it. */
export async function renderHookIn<A extends unknown[], R>(
  around: (child: ReactNode) => ReactNode,
  hook: (...args: A) => R,
  ...first: A
) {
  const root = createRoot(emptyPage());
  let at: R;
  let afterwards = () => {};
  const Host = ({ args }: { args: A }) => {
    at = hook(...args);
    // After the effects of the hook.
    useEffect(() => void afterwards());
    return null;
  };
  const put = (...args: A) => {
    const done = new Promise<void>(resolve => {
      afterwards = resolve;
    });
    root.render(around(createElement(Host, { args })));
    return done.then(settle);
  };
  await put(...first);
  return {
    get at(): R {
      return at;
    },
    with: put,
    close: () => root.unmount(),
  };
}

/** What React asks of a page in which nothing is drawn: which event is handled, and where the focus is. */
function emptyPage(): Element {
  const frame = Object.assign(new EventTarget(), { HTMLIFrameElement: EventTarget });
  const ownerDocument = Object.assign(new EventTarget(), { nodeType: 9, defaultView: frame, activeElement: null });
  Object.assign(globalThis, { window: frame });
  const container: object = Object.assign(new EventTarget(), { nodeType: 1, tagName: 'DIV', ownerDocument });
  return container as Element;
}
