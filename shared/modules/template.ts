import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { LANGUAGES } from '../kit/languages.ts';
import { NOTICE_KINDS } from './notice-run.ts';
import { variableFault } from './template-variables.ts';

/** The channels whose words a project writes itself; the app and paper have their own form. */
export const TEMPLATE_CHANNELS = ['EMAIL', 'SMS', 'ZALO'] as const;

const SUBJECT = { kind: 'text', max: 200 } as const;
const CONTENT = { kind: 'longText', max: 4000, required: true, detailOnly: true } as const;

/** Each variable is one of the list, and a mail has a subject. */
function wordsFit({ channel, ...words }: Record<string, unknown>): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of ['subject', 'content']) {
    const text = words[name];
    const fault = typeof text === 'string' ? variableFault(text) : null;
    if (fault) errors[name] = { code: 'TEMPLATE_VARIABLE', params: { ...fault } };
  }
  return channel === 'EMAIL' && !words.subject && !errors.subject
    ? { ...errors, subject: { code: 'REQUIRED' } }
    : errors;
}

/** The words of a notice by a channel in a language: the one in use goes out, the product's own where there is none. */
export const template = defineModule({
  name: 'template',
  code: 'TEMPLATE',
  path: '/template',
  route: 'configs-templates',
  icon: 'scroll',
  menu: { group: 'system', order: 5, key: 'templates', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete', 'updateStatus'],
  fields: {
    name: { kind: 'text', max: 100, required: true, unique: true, taken: 'TEMPLATE_EXISTS', search: true },
    kind: { kind: 'choice', options: NOTICE_KINDS, initial: 'NORMAL' },
    channel: { kind: 'choice', options: TEMPLATE_CHANNELS, initial: 'EMAIL' },
    language: { kind: 'choice', options: LANGUAGES, initial: 'vi' },
    subject: { ...SUBJECT, askedWith: { channel: ['EMAIL'] } },
    content: CONTENT,
    edition: { kind: 'integer', readOnly: true, initial: 1 },
    usedAt: { kind: 'instant', readOnly: true, detailOnly: true },
  },
  statuses: {
    DRAFT: { tone: 'waiting', icon: 'circle-dot' },
    IN_USE: { tone: 'done', icon: 'circle-check' },
  },
  initial: 'DRAFT',
  actions: {
    use: { from: ['DRAFT'], to: 'IN_USE', flag: 'updateStatus', key: 'u' },
    retire: { from: ['IN_USE'], to: 'DRAFT', flag: 'updateStatus' },
  },
  list: {
    columns: ['name', 'kind', 'channel', 'language', 'subject', 'edition', 'updatedAt', 'createdAt', 'status'],
    sorts: ['name', 'createdAt'],
    defaultSort: 'name',
    filters: ['status', 'kind', 'channel', 'language'],
    tabs: { all: {}, inUse: { status: { in: ['IN_USE'] } } },
  },
  errors: { TEMPLATE_EXISTS: 409, TEMPLATE_IN_USE: 409, TEMPLATE_VERSION_IS_NEWEST: 409 },
  check: wordsFit,
});

/** The words that a template has had. */
export const templateVersion = defineModule({
  name: 'template-version',
  code: 'TEMPLATE',
  path: '/template-version',
  title: 'subject',
  flags: ['read'],
  calls: ['list', 'detail', 'badges'],
  fields: {
    templateId: { kind: 'ref', to: 'template', required: true, part: true },
    edition: { kind: 'integer', required: true },
    subject: SUBJECT,
    content: { kind: 'longText', max: 4000, required: true },
    restored: { kind: 'integer' },
    author: { kind: 'text', max: 150 },
  },
  list: {
    columns: ['edition', 'templateId', 'subject', 'author'],
    sorts: ['edition'],
    defaultSort: '-edition',
    filters: ['templateId'],
    indexed: ['templateId'],
  },
});

export type Template = DocOf<typeof template>;
export type TemplateRow = RowOf<typeof template>;
export type TemplateVersionRow = RowOf<typeof templateVersion>;
