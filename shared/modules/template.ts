import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { LANGUAGES } from '../kit/languages.ts';
import { TEMPLATE_CHANNELS, TEMPLATE_PURPOSES } from './template-words.ts';

/** Text fields by channel. */
const WORDS_OF: Readonly<Record<string, readonly string[]>> = {
  EMAIL: ['subject', 'body'],
  APP: ['subject', 'text'],
  SMS: ['text'],
};
const LONGEST: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  APP: { subject: 100, text: 500 },
};

/** Requires the texts of the channel within their lengths; a LAYOUT exists for mails only. */
function wordsFit({ purpose, channel, ...words }: Record<string, unknown>): FieldErrors {
  const errors: FieldErrors = {};
  if (purpose === 'LAYOUT' && channel !== 'EMAIL') errors.channel = { code: 'CHOICE_INVALID' };
  for (const name of WORDS_OF[String(channel)] ?? []) {
    const text = words[name];
    const most = LONGEST[String(channel)]?.[name];
    if (typeof text !== 'string' || text === '') errors[name] = { code: 'REQUIRED' };
    else if (most && text.length > most) errors[name] = { code: 'TOO_LONG', params: { max: most } };
  }
  return errors;
}

/** Texts of a purpose by channel and language; only active templates are used. */
export const template = defineModule({
  name: 'template',
  code: 'TEMPLATE',
  path: '/template',
  route: 'configs-templates',
  icon: 'scroll',
  menu: { group: 'system', order: 5, key: 'templates', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete', 'updateStatus', 'export'],
  fields: {
    name: {
      kind: 'text',
      min: 2,
      max: 100,
      required: true,
      unique: true,
      taken: 'TEMPLATE_NAME_EXISTS',
      search: true,
    },
    purpose: { kind: 'choice', options: TEMPLATE_PURPOSES, required: true, initial: 'NORMAL' },
    channel: { kind: 'choice', options: TEMPLATE_CHANNELS, required: true, initial: 'EMAIL' },
    language: { kind: 'choice', options: LANGUAGES, initial: 'vi' },
    subject: { kind: 'text', max: 200, search: true, detailOnly: true, visibleWhen: { channel: ['EMAIL', 'APP'] } },
    body: { kind: 'richText', max: 50_000, detailOnly: true, visibleWhen: { channel: ['EMAIL'] } },
    text: { kind: 'longText', max: 1000, detailOnly: true, visibleWhen: { channel: ['SMS', 'APP'] } },
    attachPdf: { kind: 'flag', initial: true, visibleWhen: { channel: ['EMAIL'] } },
    accents: { kind: 'choice', options: ['FOLD', 'KEEP'], initial: 'FOLD', visibleWhen: { channel: ['SMS'] } },
    note: { kind: 'text', max: 300, search: true, detailOnly: true },
    active: { kind: 'flag', readOnly: true, initial: false },
    revision: { kind: 'integer', readOnly: true, initial: 1 },
    reason: { kind: 'longText', max: 500, readOnly: true, detailOnly: true },
    lastUsedAt: { kind: 'instant', readOnly: true },
    usedCount: { kind: 'integer', readOnly: true, initial: 0 },
  },
  actions: {
    activate: {
      from: [],
      flag: 'updateStatus',
      when: { active: ['false'] },
      togglesFlag: true,
      input: { replace: { kind: 'flag' } },
      key: 'u',
    },
    deactivate: {
      from: [],
      flag: 'updateStatus',
      when: { active: ['true'] },
      togglesFlag: true,
      reason: true,
      least: 2,
    },
  },
  list: {
    columns: [
      'name',
      'purpose',
      'channel',
      'language',
      'active',
      'revision',
      'lastUsedAt',
      'usedCount',
      'attachPdf',
      'accents',
      'updatedAt',
      'createdAt',
    ],
    hidden: ['createdAt', 'attachPdf', 'accents'],
    sorts: ['purpose', 'name', 'lastUsedAt', 'usedCount', 'revision', 'createdAt'],
    defaultSort: 'purpose',
    filters: ['purpose', 'channel', 'language', 'active'],
    tabs: { active: { active: { in: ['true'] } }, all: {} },
  },
  errors: {
    TEMPLATE_NOT_SET_UP: 422,
    TEMPLATE_NAME_EXISTS: 409,
    TEMPLATE_VARIABLE_UNKNOWN: 400,
    TEMPLATE_SYNTAX: 400,
    TEMPLATE_CONTENT_MISSING: 400,
    TEMPLATE_ACTIVE_EXISTS: 409,
    TEMPLATE_REVISION_NOT_FOUND: 404,
    TEMPLATE_FIXED: 409,
    SMS_TOO_LONG: 400,
  },
  check: wordsFit,
});

export type Template = DocOf<typeof template>;
export type TemplateRow = RowOf<typeof template>;
