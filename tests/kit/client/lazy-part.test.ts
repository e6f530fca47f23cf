import { createElement, Fragment, use, useEffect } from 'react';
import { expect, it } from 'vitest';
import { lazyPart } from '../../../client/kit/ui/layout/lazy-part.tsx';
import { renderHookIn, settle } from './render-hook.ts';

/** Names of the components that are in view. */
const inView = new Set<string>();
function useInView(name: string): void {
  useEffect(() => {
    inView.add(name);
    return () => void inView.delete(name);
  }, [name]);
}
/** React keeps a fallback in view for 300 ms at least. */
const LEAST_MS = 350;
const shown = async () => {
  await settle();
  await new Promise(resolve => setTimeout(resolve, LEAST_MS));
  await settle();
  return [...inView];
};

it('a part that loads is awaited until its words are there, and not again for words that it needs later', async () => {
  const script = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  const later = Promise.withResolvers<void>();
  const Awaited = () => {
    useInView('awaited');
    return null;
  };
  const Part = ({ needs }: { needs: Promise<void> }) => {
    use(needs);
    useInView('part');
    return null;
  };
  const Lazy = lazyPart(async () => {
    await script.promise;
    return Part;
  }, Awaited);
  let needs = first.promise;
  const page = await renderHookIn(
    child => createElement(Fragment, null, child, createElement(Lazy, { needs })),
    (_turn: number) => null,
    0,
  );
  expect(await shown()).toEqual(['awaited']);
  script.resolve();
  expect(await shown()).toEqual(['awaited']);
  first.resolve();
  expect(await shown()).toEqual(['part']);
  needs = later.promise;
  await page.with(1);
  expect(await shown()).not.toContain('awaited');
  later.resolve();
  expect(await shown()).toEqual(['part']);
  page.close();
});
