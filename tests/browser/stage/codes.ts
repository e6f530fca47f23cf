import { MODULES } from '@lobby/shared/modules/index.ts';
import type { Page } from 'playwright-core';

/** The values of choices and statuses that stand in capitals: on a screen only their words are read. */
const CODES = [
  ...new Set(
    MODULES.flatMap(({ fields, statuses = {}, actions = {} }) => [
      ...Object.keys(statuses),
      ...[fields, ...Object.values(actions).map(({ input = {} }) => input)].flatMap(one =>
        Object.values(one).flatMap(field => (field.kind === 'choice' ? field.options : [])),
      ),
    ]),
  ),
].filter(code => /^[A-Z_]{5,}$/.test(code));

/** Runs in the page: finds texts that are codes, or keys of missing words. */
const CODES_SHOWN = `(() => {
  const codes = new Set(${JSON.stringify(CODES)});
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (nodes.nextNode()) {
    const text = nodes.currentNode.textContent.trim();
    const within = nodes.currentNode.parentElement;
    if (!text || within.closest('script, style, code, pre, textarea') || !within.checkVisibility()) continue;
    const isCode = codes.has(text) || /\\b[A-Z]{2,}[A-Z0-9]*_[A-Z0-9_]+\\b/.test(text);
    const isKey = /^(count|plural)$|^([\\w-]+:)?(fields|options|statuses|actions|tabs|marks|errors)\\.[\\w.]+$/.test(text);
    if (isCode || isKey) found.push(text);
  }
  return [...new Set(found)];
})()`;

/** Returns the codes and keys that a page shows in place of words. */
export const codesOn = (page: Page): Promise<string[]> => page.evaluate<string[]>(CODES_SHOWN);
