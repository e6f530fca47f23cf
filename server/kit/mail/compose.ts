import type { Language } from '@lobby/shared/kit/languages.ts';
import { text } from '../messages.ts';

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
}

export interface Words {
  subject: string;
  text: string;
  html: string;
}

const escaped = (words: string) => words.replace(/[&<>"']/g, char => `&#${char.charCodeAt(0)};`);

/** The words of a mail in its reader's language, as text and as HTML in which nothing but words comes from outside. */
export function compose({ kind, language, brand, values, link, unsubscribe }: Letter): Words {
  const say = (key: string) => text(language, `mail.${key}`, { ...values, brand });
  const said = {
    subject: say(`${kind}.subject`).replace(/\s+/g, ' ').trim(),
    title: say(`${kind}.title`),
    text: say(`${kind}.text`),
    button: say(`${kind}.button`),
    note: say(`${kind}.note`),
  };
  const foot = [say('foot'), ...(unsubscribe ? [`${say('unsubscribe')} ${unsubscribe}`] : [])];
  const plain = [said.title, said.text, `${said.button}:\n${link}`, said.note, `--\n${foot.join('\n')}`];
  return {
    subject: said.subject,
    text: `${plain.join('\n\n')}\n`,
    html: page(language, {
      ...said,
      brand,
      link,
      copy: say('copy'),
      foot: say('foot'),
      unsubscribe: unsubscribe ? { words: say('unsubscribe'), link: unsubscribe } : null,
    }),
  };
}

interface Parts
  extends Record<'subject' | 'brand' | 'title' | 'text' | 'button' | 'link' | 'copy' | 'note' | 'foot', string> {
  unsubscribe: { words: string; link: string } | null;
}

/** The colours of the light theme: mail programs know no variables. */
const INK = '#15191C';
const MUTED = '#47515A';
const ACCENT = '#0B6673';

function page(language: Language, { unsubscribe, ...parts }: Parts): string {
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
<p style="margin:0 0 24px">${safe.text}</p>
<p style="margin:0 0 24px"><a href="${safe.link}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:${ACCENT};color:#FFFFFF;text-decoration:none;font-weight:500">${safe.button}</a></p>
<p style="margin:0 0 12px;${small}">${safe.note}</p>
<p style="margin:0;${small};word-break:break-all">${safe.copy}<br>${safe.link}</p>
</div>
<p style="margin:16px 0 0;${small}">${safe.foot}${off}</p>
</div></body></html>
`;
}
