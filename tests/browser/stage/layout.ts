import type { Page } from 'playwright-core';

/** A record's content begins within so many pixels of the top of its tab. */
const TOP = 160;

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
  // What scrolls up and down alone must not go aside with all that it shows.
  for (const around of [drawer, ...drawer.querySelectorAll('*')]) {
    if (!scrolls(around) || around.scrollWidth <= around.clientWidth + 1 || !around.querySelector('section, dl, ul, form')) continue;
    found.push('goes aside as a whole by ' + (around.scrollWidth - around.clientWidth) + ' px: ' + nameOf(around));
  }
  const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
  let first = Infinity;
  let highest = panel;
  const begin = (element, top) => {
    if (top >= first) return;
    first = top;
    highest = element;
  };
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim();
    if (!text || !texts.currentNode.parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (boxes.length === 0) continue;
    begin(texts.currentNode.parentElement, boxes[0].top);
    const lines = new Set(boxes.map(({ top }) => Math.round(top))).size;
    if (lines > 1 && /^[A-Z]{1,6}-[\\dA-Z./-]*\\d[\\dA-Z./-]*$/.test(text)) found.push('code in ' + lines + ' lines: ' + text);
  }
  for (const shown of panel.querySelectorAll('svg, canvas, img, input, button'))
    if (shown.checkVisibility()) begin(shown, shown.getBoundingClientRect().top);
  const below = Math.round(first - panel.getBoundingClientRect().top);
  // That there is nothing is said in the middle, and what was said last stands above the line for the next word.
  const isLow = getComputedStyle(highest).textAlign === 'center' || highest.closest('[role=log]');
  if (panel !== drawer && !isLow && below > ${TOP}) found.push('begins ' + below + ' px below its top: ' + nameOf(highest));
  return [...new Set(found)];
})()`;

/** How the open record stands in its drawer: what is cut off or moves all of it aside, broken codes, a tab that begins far below its top. */
export const faultsOfLayout = (page: Page): Promise<string[]> => page.evaluate<string[]>(LAID_OUT);
