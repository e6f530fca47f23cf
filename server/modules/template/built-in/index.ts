import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import type { TemplateChannel, TemplatePurpose } from '@lobby/shared/modules/template-words.ts';
import { en } from './en.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { vi } from './vi.ts';
import type { BuiltInWords, Notice } from './words.ts';
import { zh } from './zh.ts';

const WORDS: Readonly<Record<Language, BuiltInWords>> = { vi, en, ja, zh, ko };
const NOTICES: readonly Notice[] = ['NORMAL', 'REMIND_DEBT_1', 'REMIND_DEBT_2', 'REMIND_DEBT_3', 'LATE_FEE'];

/** A template of a new project. */
export type BuiltIn = {
  name: string;
  purpose: TemplatePurpose;
  channel: TemplateChannel;
  language: Language;
  subject: string | null;
  body: string | null;
  text: string | null;
  attachPdf: boolean;
};

const paragraph = (words: string) => `<p>${words}</p>`;

const NAMED = /^\{\{unit_group\.name\}\}\s*[:：]\s*/;
/** Amount and due date, which have lines of their own. */
const SUM = /\s*[:：]\s*\{\{notice\.remaining\}\}.*$/;
/** Heading of a mail: its subject without the project's name. */
function titleOf(subject: string): string {
  const title = subject.replace(NAMED, '').replace(SUM, '');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** Body of a mail: subject, amount, due date and payment link first, then the details. */
function mailBody({ dear, mails, labels }: BuiltInWords, purpose: Notice): string {
  return [
    `<h1>${titleOf(mails[purpose].subject)}</h1>`,
    paragraph([dear, ...mails[purpose].lead].join('<br />')),
    '<h2>{{notice.remaining}}</h2>',
    // What is reminded of is due on several days: the first line names the oldest.
    ...(purpose === 'NORMAL' ? [paragraph(`${labels.due}: <strong>{{notice.due}}</strong>`)] : []),
    paragraph('{{notice.link}}'),
    paragraph('{{notice.lines}}'),
    paragraph('{{bank.transfer}}'),
    paragraph(labels.paid),
  ].join('');
}

/** The mail's header with name and picture is added around it. */
function layoutBody({ labels }: BuiltInWords, language: Language): string {
  const colon = language === 'zh' || language === 'ja' ? '：' : ': ';
  return [
    '<p>{{content}}</p>',
    '<hr />',
    `<p>{{sender.name}}<br />${labels.help}${colon}{{sender.phone}}<br />{{sender.email}}</p>`,
    `<p>${labels.off}: {{unsubscribe.link}}</p>`,
  ].join('');
}

function templatesIn(language: Language): BuiltIn[] {
  const words = WORDS[language];
  const { names, app, mails, notifications, texts } = words;
  const made = (purpose: TemplatePurpose, channel: TemplateChannel, by: string, rest: Partial<BuiltIn>): BuiltIn => ({
    name: `${names[purpose]} - ${by} (${language})`,
    purpose,
    channel,
    language,
    subject: null,
    body: null,
    text: null,
    attachPdf: channel === 'EMAIL' && purpose !== 'LAYOUT',
    ...rest,
  });
  return [
    ...NOTICES.flatMap(purpose => [
      made(purpose, 'EMAIL', 'email', { subject: mails[purpose].subject, body: mailBody(words, purpose) }),
      made(purpose, 'APP', app, notifications[purpose]),
      ...(texts ? [made(purpose, 'SMS', 'SMS', { text: texts[purpose] })] : []),
    ]),
    made('LAYOUT', 'EMAIL', 'email', { subject: names.LAYOUT, body: layoutBody(words, language) }),
  ];
}

/** Templates of a new project: mails and app notifications in all languages, text messages in Vietnamese and English. */
export const BUILT_IN: readonly BuiltIn[] = LANGUAGES.flatMap(templatesIn);
