import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { Action, Definition } from '@lobby/shared/kit/definition.ts';
import type { Field, Fields } from '@lobby/shared/kit/fields.ts';
import { titleIn } from '@lobby/shared/kit/nouns.ts';
import { createContext, use, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../base/matches.ts';
import { now } from '../../http/clock.ts';
import { useFormats } from '../../i18n/formats.ts';
import { readerOf, scopeNow } from '../../session/session.ts';
import type { Writing } from './values.ts';

/** What the inputs of a form need to know beside their values. */
export interface FormScope {
  fields: Fields;
  /** Name of the definition: where the words are. */
  name: string;
  /** `inputs`: the fields are the input of an act. */
  group: 'fields' | 'inputs';
  /** The record that is edited; none while one is made. */
  recordId?: string | undefined;
  /** What alone is edited of the record that stands; the others are shown as they are. */
  edits?: readonly string[] | undefined;
  /** An input has something under way that saving must wait for. */
  hold: (on: boolean) => void;
  /** What a part of an act's question knows by itself, of the input that is not asked for. */
  give?: (input: Readonly<Record<string, unknown>>) => void;
}

export const FormContext = createContext<FormScope>({ fields: {}, name: '', group: 'fields', hold: () => {} });

/** The fields of the form around. */
export function useFormScope(): FormScope {
  return use(FormContext);
}

/** Blocks saving while `on`: an upload is running. */
export function useHold(on: boolean): void {
  const { hold } = useFormScope();
  useEffect(() => {
    if (!on) return;
    hold(true);
    return () => hold(false);
  }, [on, hold]);
}

/** How the reader and the project write values. */
export function useWriting(): Writing {
  const formats = useFormats();
  return useMemo(() => {
    const { timeZone } = readerOf(scopeNow());
    return { formats, timeZone, today: dayOf(new Date(now()), timeZone) };
  }, [formats]);
}

const MOST_LETTERS = 32;
/** A noun within a sentence: "Phiếu thu" as "phiếu thu"; what is written in capitals stays. */
const within = (noun: string) =>
  /^\p{Lu}\p{Lu}/u.test(noun) ? noun : noun.charAt(0).toLocaleLowerCase() + noun.slice(1);
const shortened = (text: string) => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1)}…` : text);

/** The words of a definition for its fields and their options. */
export function useFieldWords(name: string, group: FormScope['group'] = 'fields') {
  const { t, i18n } = useTranslation([name, 'kit', 'common', 'errors']);
  return useMemo(() => {
    const said = (key: string, params: Record<string, string> = {}): string =>
      i18n.exists(`${name}:${key}`) ? t(`${name}:${key}`, params) : '';
    return {
      label: (field: string, { label = field }: Pick<Field, 'label'> = {}) =>
        said(`${group}.${label}`) || said(`fields.${label}`) || (label.includes('.') ? said(label) : '') || label,
      option: (field: string, value: string) => said(`options.${field}.${value}`) || value,
      status: (value: string) => said(`statuses.${value}`) || value,
      action: (action: string) => said(`actions.${action}`) || action,
      ask: (action: string) => said(`asks.${action}`),
      // Words that speak of `{{variables}}` themselves cannot hold the braces.
      help: (field: string) => said(`help.${field}`, { open: '{{', close: '}}' }),
      /** What a record is called by its own fields: a choice by its word; '' where another record names it, which only a loaded reference does. */
      called: (
        definition: Pick<Definition, 'title' | 'titledBy' | 'apart' | 'fields'>,
        row: Row | null | undefined,
      ) => {
        const { title, fields } = definition;
        const { kind } = fields[title] ?? {};
        if (kind === 'ref') return '';
        return (kind === 'choice' && said(`options.${title}.${row?.[title]}`)) || titleIn(definition, row);
      },
      one: t(`${name}:name`),
      /** A record in full: "phiếu thu PT-2611-00042". */
      thing: (title: string) => [within(t(`${name}:name`)), shortened(title)].filter(Boolean).join(' '),
      /** The button that does an act: what is dangerous is named in full, with what it is done to. */
      button: (
        { name: action, action: { danger } }: { name: string; action: Pick<Action, 'danger'> },
        what: string,
      ) => {
        const word = said(`actions.${action}`) || action;
        if (!danger) return word;
        return said(`full.${action}`, { what }) || t('kit:act.sure', { action: word, name: what });
      },
    };
  }, [t, i18n, name, group]);
}
