import { expect, it } from 'vitest';
import { focusTrail } from '../../../client/kit/ui/keyboard/focus-trail.ts';

/** Page with focusable elements, some of them in a layer. */
function pageOf() {
  const events = new EventTarget();
  const page = {
    activeElement: null as unknown,
    body: {},
    addEventListener: (_name: 'focusin', hear: (event: { target: unknown }) => void) =>
      events.addEventListener('focusin', event => hear({ target: (event as CustomEvent<unknown>).detail })),
  };
  page.activeElement = page.body;
  const place = (layer: { isOpen: boolean } | null = null) => {
    const own = {
      isConnected: true,
      checkVisibility: () => layer?.isOpen !== false,
      closest: () => layer,
      focus: () => {
        page.activeElement = own;
        events.dispatchEvent(new CustomEvent('focusin', { detail: own }));
      },
    };
    return own;
  };
  const settle = focusTrail(page);
  const close = (layer: { isOpen: boolean }, ...places: { isConnected: boolean }[]) => {
    layer.isOpen = false;
    for (const one of places) one.isConnected = false;
    page.activeElement = page.body;
    settle();
  };
  return { page, place, close, settle };
}
const layer = () => ({ isOpen: true });

it('gives the focus back to where it was before a layer, through as many as were open', () => {
  const { page, place, close } = pageOf();
  const [menu, drawer, dialog] = [layer(), layer(), layer()];
  const [search, item, head, field] = [place(), place(menu), place(drawer), place(dialog)];
  for (const one of [search, head, item]) one.focus();
  // A menu item opens a dialog after the menu has closed.
  menu.isOpen = false;
  item.isConnected = false;
  field.focus();
  close(dialog, field);
  expect(page.activeElement).toBe(head);
  close(drawer, head);
  expect(page.activeElement).toBe(search);
});

it('leaves it where it was taken away on purpose, and where a part of the screen gave way', () => {
  const { page, place, settle } = pageOf();
  const [search, button] = [place(), place()];
  for (const one of [search, button]) one.focus();
  page.activeElement = page.body;
  settle();
  expect(page.activeElement).toBe(page.body);
  button.isConnected = false;
  settle();
  expect(page.activeElement).toBe(page.body);
});

it('does not take it from what has it, and asks for nothing where all is gone', () => {
  const { page, place, close, settle } = pageOf();
  const dialog = layer();
  const [search, field, other] = [place(), place(dialog), place()];
  for (const one of [search, field, other]) one.focus();
  dialog.isOpen = false;
  settle();
  expect(page.activeElement).toBe(other);
  close(dialog, field, other, search);
  expect(page.activeElement).toBe(page.body);
});
