/** A message that no server took. */
export interface Kept {
  id: string;
  at: string;
  channel: 'EMAIL' | 'SMS' | 'ZALO';
  to: string;
  from: string;
  subject: string;
  text: string;
  segments: number | null;
  bytes: number;
  attachments: string[];
  answers: { as: string; at: string }[];
}

export interface KeptWhole extends Kept {
  html: string;
  plain: string;
  headers: { name: string; value: string }[];
}

/** What may be said in the place of a recipient, by channel. */
export const WAYS: Readonly<Record<Kept['channel'], readonly string[]>> = {
  EMAIL: ['deliver', 'open', 'click', 'bounce', 'complain', 'unsubscribe', 'reject'],
  SMS: ['deliver', 'reject', 'report-twice'],
  ZALO: ['deliver', 'reject'],
};

/** The addresses that a mail leads to. */
export function linksIn(html: string): string[] {
  const links = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('a[href]');
  const all = [...links].map(link => link.getAttribute('href') ?? '');
  return [...new Set(all.filter(href => /^https?:\/\//.test(href)))];
}
