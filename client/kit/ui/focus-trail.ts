/** What stands over a screen, or beside it, until it is closed. */
const LAYER = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
/** Places that the focus is remembered to have been at. */
const MOST = 30;
/** By then a layer that gives the focus back by itself has done so. */
const SETTLED_MS = 60;

interface Place {
  isConnected: boolean;
  checkVisibility(): boolean;
  closest(layer: string): unknown;
  focus(how: { preventScroll: boolean }): void;
}
interface Page {
  activeElement: unknown;
  body: unknown;
  addEventListener(name: 'focusin', hear: (event: { target: unknown }) => void): void;
}

const isThere = (place: Place) => place.isConnected && place.checkVisibility();
const isPlace = (target: unknown): target is Place =>
  typeof target === 'object' && target !== null && 'closest' in target;

/** Follows where the focus is on a page; what it returns gives it back to the last place that is still there, once the layer that had it is gone. */
export function focusTrail(page: Page): () => void {
  let trail: { place: Place; inLayer: boolean }[] = [];
  page.addEventListener('focusin', ({ target }) => {
    if (!isPlace(target) || target === page.body) return;
    trail = [
      ...trail.filter(({ place }) => place !== target),
      { place: target, inLayer: Boolean(target.closest(LAYER)) },
    ];
    trail = trail.slice(-MOST);
  });
  return () => {
    const had = trail.at(-1);
    if ((page.activeElement && page.activeElement !== page.body) || !had) return;
    // Left on purpose, or a part of the screen itself that gave way to another: nothing was closed.
    if (isThere(had.place) || !had.inLayer) return;
    trail = trail.filter(({ place }) => isThere(place));
    trail.at(-1)?.place.focus({ preventScroll: true });
  };
}

/** Whatever closes a dialog, a drawer, a menu or the palette, keys go where they went before: the focus never stays on nothing. */
export function watchFocus(): void {
  const settle = focusTrail(document);
  let timer: ReturnType<typeof setTimeout> | undefined;
  new MutationObserver(() => {
    if (document.activeElement !== document.body) return;
    clearTimeout(timer);
    timer = setTimeout(settle, SETTLED_MS);
  }).observe(document.body, { childList: true, subtree: true });
}
