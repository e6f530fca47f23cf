import type { Page } from 'playwright-core';

/** Largest gap in px above and between the parts of a tab. */
const MOST = 160;
const SECOND_LOOK_MS = 1500;

// As text: it runs in the page.
const LAID_OUT = `(() => {
  const drawer = document.querySelector('[data-drawer]');
  if (!drawer || !drawer.checkVisibility()) return [];
  const found = [];
  const edge = drawer.getBoundingClientRect();
  const panel = drawer.querySelector('[role=tabpanel]') ?? drawer;
  const scrolls = element => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
  const nameOf = element => (element.getAttribute('aria-label') ?? element.textContent.trim()).slice(0, 40);
  for (const table of panel.querySelectorAll('table, [role=grid]')) {
    if (!table.checkVisibility() || table.getBoundingClientRect().right <= edge.right + 1) continue;
    let around = table;
    while (around && around !== panel && !scrolls(around)) around = around.parentElement;
    if (!around || around === panel) found.push('table cut off: ' + nameOf(table));
  }
  // A box that scrolls vertically must not scroll sideways with all that it shows.
  for (const around of [drawer, ...drawer.querySelectorAll('*')]) {
    // A table has its own box to scroll in.
    if (around.querySelector(':scope > table')) continue;
    if (!scrolls(around) || around.scrollWidth <= around.clientWidth + 1 || !around.querySelector('section, dl, ul, form')) continue;
    found.push('goes aside as a whole by ' + (around.scrollWidth - around.clientWidth) + ' px: ' + nameOf(around));
  }
  const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
  const pieces = [];
  const take = (element, { top, bottom }) => pieces.push({ element, top, bottom });
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim();
    if (!text || !texts.currentNode.parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (boxes.length === 0) continue;
    for (const box of boxes) take(texts.currentNode.parentElement, box);
    const lines = new Set(boxes.map(({ top }) => Math.round(top))).size;
    if (lines > 1 && /^[A-Z]{1,6}-[\\dA-Z./-]*\\d[\\dA-Z./-]*$/.test(text)) found.push('code in ' + lines + ' lines: ' + text);
  }
  for (const shown of panel.querySelectorAll('svg, canvas, img, iframe, input, textarea, button'))
    if (shown.checkVisibility()) take(shown, shown.getBoundingClientRect());
  if (pieces.length === 0) found.push('shows nothing');
  const { top, bottom } = panel.getBoundingClientRect();
  let reach = top;
  for (const piece of pieces.sort((a, b) => a.top - b.top)) {
    const { element } = piece;
    // An empty state is centred, and the last message of a conversation stands above its input.
    const isLow = getComputedStyle(element).textAlign === 'center' || element.closest('[role=log]');
    const hole = Math.round(piece.top - reach);
    if (panel !== drawer && !isLow && hole > ${MOST} && piece.top < bottom) found.push('nothing for ' + hole + ' px above ' + nameOf(element));
    reach = Math.max(reach, piece.bottom);
  }
  return [...new Set(found)];
})()`;

/** How the open record stands in its drawer: what is cut off or moves all of it aside, broken codes, a tab with a hole in it. */
export async function faultsOfLayout(page: Page): Promise<string[]> {
  const faults = await page.evaluate<string[]>(LAID_OUT);
  if (faults.length === 0) return faults;
  // A part that is still on its way leaves holes: what is wrong is so at a second look too.
  await page.waitForTimeout(SECOND_LOOK_MS);
  return page.evaluate<string[]>(LAID_OUT);
}

/** The smallest screen of an office, and the least height in px in which a table can be read. */
const SMALL = { width: 1280, height: 720 };
const READABLE = 160;

// As text: it runs in the page.
const SLITS = `(() =>
  [...document.querySelectorAll('section[tabindex]:has(> table)')].flatMap(box => {
    if (!box.checkVisibility() || box.closest('[role=dialog], [role=alertdialog]')) return [];
    const isSlit = box.clientHeight < ${READABLE} && box.scrollHeight > box.clientHeight + 1;
    return isSlit ? ['a slit of ' + box.clientHeight + ' px: ' + (box.getAttribute('aria-label') ?? '')] : [];
  })
)()`;

/** Tables that a chart or figures above leave hardly any height on a small screen. */
export async function faultsOfHeight(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  if (!size || size.width < SMALL.width) return [];
  await page.setViewportSize(SMALL);
  const faults = await page.evaluate<string[]>(SLITS);
  await page.setViewportSize(size);
  return faults;
}
