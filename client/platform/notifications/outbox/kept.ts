import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { KeptChannel } from '@lobby/shared/kit/kept-message.ts';
import type { outboxMessages } from '@lobby/shared/modules/outbox.contract.ts';

type KeptHead = AnswerOf<typeof outboxMessages>['rows'][number];

/** A message kept because no mail server is configured. */
export interface KeptWhole extends KeptHead {
  html: string;
  plain: string;
  headers: { name: string; value: string }[];
}

/** Reactions that can be simulated, by channel. */
export const WAYS: Readonly<Record<KeptChannel, readonly string[]>> = {
  EMAIL: ['deliver', 'open', 'click', 'bounce', 'complain', 'unsubscribe', 'reject'],
  SMS: ['deliver', 'reject', 'report-twice'],
  ZALO: ['deliver', 'reject'],
};

/** Absolute links in a mail. */
export function linksIn(html: string): string[] {
  const links = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('a[href]');
  const all = [...links].map(link => link.getAttribute('href') ?? '');
  return [...new Set(all.filter(href => /^https?:\/\//.test(href)))];
}
