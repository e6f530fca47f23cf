import type { Language } from '@lobby/shared/kit/languages.ts';
import { text } from '../base/messages.ts';

/** What a mail states beside its words: what is owed, where it is paid. */
export interface Fact {
  name: string;
  value: string;
}

/** A picture within a mail. */
export interface Picture {
  alt: string;
  /** PNG, base64. */
  png: string;
}
/** The name of the picture within its mail (RFC 2392). */
export const PICTURE = 'picture';

/** A mail with its words still to be chosen. */
export interface Letter {
  kind: string;
  language: Language;
  /** The white label's name. */
  brand: string;
  values: Readonly<Record<string, string>>;
  /** Where its button leads. */
  link: string;
  /** A page where this kind of mail can be turned off, for those that can. */
  unsubscribe?: string;
  facts?: readonly Fact[];
  picture?: Picture;
}

export interface Words {
  subject: string;
  text: string;
  html: string;
}

const escaped = (words: string) => words.replace(/[&<>"']/g, char => `&#${char.charCodeAt(0)};`);

/** The words of a mail in its reader's language, as text and as HTML in which nothing but words comes from outside. */
export function compose({ kind, language, brand, values, link, unsubscribe, facts = [], picture }: Letter): Words {
  const say = (key: string) => text(language, `mail.${key}`, { ...values, brand });
  const said = {
    subject: say(`${kind}.subject`).replace(/\s+/g, ' ').trim(),
    title: say(`${kind}.title`),
    text: say(`${kind}.text`),
    button: say(`${kind}.button`),
    note: say(`${kind}.note`),
  };
  const foot = [say('foot'), ...(unsubscribe ? [`${say('unsubscribe')} ${unsubscribe}`] : [])];
  const stated = facts.map(({ name, value }) => `${name}: ${value}`).join('\n');
  const plain = [
    said.title,
    said.text,
    ...(stated ? [stated] : []),
    `${said.button}:\n${link}`,
    said.note,
    `--\n${foot.join('\n')}`,
  ];
  return {
    subject: said.subject,
    text: `${plain.join('\n\n')}\n`,
    html: page(language, {
      ...said,
      brand,
      link,
      copy: say('copy'),
      shown: factTable(facts) + (picture ? imageOf(picture) : ''),
      foot: say('foot'),
      unsubscribe: unsubscribe ? { words: say('unsubscribe'), link: unsubscribe } : null,
    }),
  };
}

interface Parts
  extends Record<'subject' | 'brand' | 'title' | 'text' | 'button' | 'link' | 'copy' | 'note' | 'foot', string> {
  /** What stands below the words, as HTML. */
  shown: string;
  unsubscribe: { words: string; link: string } | null;
}

/** The colours of the light theme: mail programs know no variables. */
const INK = '#15191C';
const MUTED = '#47515A';
const ACCENT = '#0B6673';

function factTable(facts: readonly Fact[]): string {
  if (facts.length === 0) return '';
  const cell = (words: string, style: string) =>
    `<td style="padding:6px 12px 6px 0;border-bottom:1px solid #D9DEE1;vertical-align:top;${style}">${escaped(words)}</td>`;
  const rows = facts.map(
    ({ name, value }) => `<tr>${cell(name, `color:${MUTED}`)}${cell(value, 'font-weight:600')}</tr>`,
  );
  return `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 24px">${rows.join('')}</table>`;
}

/** A code is read off a light ground, whatever the mail program makes of the rest. */
const imageOf = ({ alt }: Picture): string =>
  `<p style="margin:0 0 24px;text-align:center"><img src="cid:${PICTURE}" alt="${escaped(alt)}" width="240" height="240" style="background:#FFFFFF;border-radius:4px"></p>`;

function page(language: Language, { unsubscribe, shown, ...parts }: Parts): string {
  const safe = Object.fromEntries(Object.entries(parts).map(([key, words]) => [key, escaped(words)]));
  const small = `font-size:13px;line-height:20px;color:${MUTED}`;
  const off = unsubscribe
    ? `<br><a href="${escaped(unsubscribe.link)}" style="color:${MUTED}">${escaped(unsubscribe.words)}</a>`
    : '';
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${safe.subject}</title></head>
<body style="margin:0;background:#F4F6F7;color:${INK};font:16px/24px 'Be Vietnam Pro',Helvetica,Arial,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px 16px">
<p style="margin:0 0 16px;font-weight:600">${safe.brand}</p>
<div style="background:#FFFFFF;border:1px solid #D9DEE1;border-radius:8px;padding:24px">
<h1 style="margin:0 0 12px;font-size:20px;line-height:28px">${safe.title}</h1>
<p style="margin:0 0 24px">${safe.text?.replaceAll('\n', '<br>')}</p>
${shown}<p style="margin:0 0 24px"><a href="${safe.link}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:${ACCENT};color:#FFFFFF;text-decoration:none;font-weight:500">${safe.button}</a></p>
<p style="margin:0 0 12px;${small}">${safe.note}</p>
<p style="margin:0;${small};word-break:break-all">${safe.copy}<br>${safe.link}</p>
</div>
<p style="margin:16px 0 0;${small}">${safe.foot}${off}</p>
</div></body></html>
`;
}
