/** Elements over or beside a screen that can be closed. */
const LAYER = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
/** Number of focused places remembered. */
const MOST = 30;
/** By then a layer that restores the focus itself has done so. */
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

/**
 * Records where the focus was. The returned function moves it to the last place that still exists, after the focused layer
 * has gone.
 */
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
    // The focus was moved on purpose, or a part of the screen was replaced: nothing was closed.
    if (isThere(had.place) || !had.inLayer) return;
    trail = trail.filter(({ place }) => isThere(place));
    trail.at(-1)?.place.focus({ preventScroll: true });
  };
}

/** When a dialog, drawer, menu or palette closes, moves the focus back to where it was, so that it is never lost. */
export function watchFocus(): void {
  const settle = focusTrail(document);
  let timer: ReturnType<typeof setTimeout> | undefined;
  new MutationObserver(() => {
    if (document.activeElement !== document.body) return;
    clearTimeout(timer);
    timer = setTimeout(settle, SETTLED_MS);
  }).observe(document.body, { childList: true, subtree: true });
}
