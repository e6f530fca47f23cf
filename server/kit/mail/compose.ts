import type { Language } from '@lobby/shared/kit/languages.ts';
import { text, textBy } from '../base/messages.ts';
import { buttonTag, escaped, type Letterhead, linesTag, mailFrame, PICTURE, type Picture, plainHead } from './frame.ts';

/** A label with its value in a mail: the amount owed, the account to pay to. */
export interface Fact {
  name: string;
  value: string;
}

/** A mail before its wording is filled in. */
export interface Letter {
  kind: string;
  language: Language;
  /** Name of the white label. */
  brand: string;
  /** The sender's letterhead; without it only the name of the white label. */
  head?: Letterhead;
  values: Readonly<Record<string, string>>;
  /** Target of the button. */
  link: string;
  /** Page to turn off this kind of mail, if it can be turned off. */
  unsubscribe?: string;
  facts?: readonly Fact[];
  picture?: Picture;
}

export interface Words {
  subject: string;
  text: string;
  html: string;
}

/** Renders a mail in its reader's language, as text and as HTML. Values are escaped, so that no outside markup gets in. */
export function compose({
  kind,
  language,
  brand,
  head,
  values,
  link,
  unsubscribe,
  facts = [],
  picture,
}: Letter): Words {
  const say = (key: string) => text(language, `mail.${key}`, { ...values, brand });
  const texts = {
    subject: say(`${kind}.subject`).replace(/\s+/g, ' ').trim(),
    title: say(`${kind}.title`),
    text: say(`${kind}.text`),
    button: say(`${kind}.button`),
    note: say(`${kind}.note`),
  };
  // The matter comes first, in subject, preview and title; the addressee stands below.
  const greeting = textBy(language, `mail.${kind}.greeting`) === undefined ? '' : say(`${kind}.greeting`);
  const foot = [say('foot'), ...(unsubscribe ? [`${say('unsubscribe')} ${unsubscribe}`] : [])];
  const stated = facts.map(({ name, value }) => `${name}: ${value}`).join('\n');
  const plain = [
    texts.title,
    [greeting, texts.text].filter(Boolean).join('\n'),
    ...(stated ? [stated] : []),
    `${texts.button}:\n${link}`,
    texts.note,
    `--\n${foot.join('\n')}`,
  ];
  return {
    subject: texts.subject,
    text: `${plain.join('\n\n')}\n`,
    html: page(language, head ?? plainHead(brand), {
      ...texts,
      greeting,
      link,
      copy: say('copy'),
      shown: facts.length > 0 ? linesTag(facts) : '',
      picture: picture ? imageOf(picture) : '',
      foot: say('foot'),
      unsubscribe: unsubscribe ? { words: say('unsubscribe'), link: unsubscribe } : null,
    }),
  };
}

interface Parts
  extends Record<'subject' | 'title' | 'greeting' | 'text' | 'button' | 'link' | 'copy' | 'note' | 'foot', string> {
  /** HTML below the button. */
  shown: string;
  picture: string;
  unsubscribe: { words: string; link: string } | null;
}

const MUTED = '#56616A';

/** A code needs a light background, even where the mail program inverts the rest. */
const imageOf = ({ alt }: Picture): string =>
  `<p style="margin:0 0 20px"><img src="cid:${PICTURE}" alt="${escaped(alt)}" width="240" height="240" style="background:#FFFFFF;border-radius:4px"></p>`;

function page(language: Language, head: Letterhead, { unsubscribe, shown, picture, ...parts }: Parts): string {
  const { subject, title, greeting, text: body, button, link, note, copy, foot } = parts;
  const small = `margin:0 0 8px;font-size:14px;line-height:20px;color:${MUTED}`;
  const off = unsubscribe
    ? ` <a href="${escaped(unsubscribe.link)}" style="color:${MUTED}">${escaped(unsubscribe.words)}</a>`
    : '';
  return mailFrame({
    language,
    subject,
    preview: body.replace(/\s+/g, ' ').slice(0, 140),
    head,
    content: `<h1>${escaped(title)}</h1><p>${escaped([greeting, body].filter(Boolean).join('\n')).replaceAll('\n', '<br>')}</p>${picture}
<p style="margin:0 0 20px">${buttonTag(link, button, head.accent)}</p>${shown}
<p style="${small}">${escaped(note)}</p><p style="${small};font-size:12px;line-height:18px"><a href="${escaped(link)}" style="color:${MUTED}">${escaped(copy)}</a></p>`,
    foot: `<p style="margin:0">${escaped(foot)}${off}</p>`,
  });
}
