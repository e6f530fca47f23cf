import { createElement, type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';

// React schedules its work with the real timers, also where a test has replaced them.
const { setImmediate, setTimeout } = globalThis;

/** Turns of the event loop that React needs after a change: render, effects, and render again. */
const TURNS = 10;

/** Lets React finish its work. A timer alone may fire too early on a busy machine. */
export async function settle(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 10));
  for (let turn = 0; turn < TURNS; turn++) await new Promise(resolve => setImmediate(resolve));
}

/** Renders a hook without a browser: `at` is its last return value, `with` renders it with other arguments. */
export const renderHook = <A extends unknown[], R>(hook: (...args: A) => R, ...first: A) =>
  renderHookIn(child => child, hook, ...first);

/** The same inside of a wrapper. */
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

/** The parts of a page that React needs without rendering elements: events and the focus. */
function emptyPage(): Element {
  const frame = Object.assign(new EventTarget(), { HTMLIFrameElement: EventTarget });
  const ownerDocument = Object.assign(new EventTarget(), { nodeType: 9, defaultView: frame, activeElement: null });
  Object.assign(globalThis, { window: frame });
  const container: object = Object.assign(new EventTarget(), { nodeType: 1, tagName: 'DIV', ownerDocument });
  return container as Element;
}
