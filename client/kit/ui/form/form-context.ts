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

/** Context of a form's inputs beside their values. */
export interface FormScope {
  fields: Fields;
  /** Name of the definition with the words. */
  name: string;
  /** `inputs`: the fields are inputs of an act. */
  group: 'fields' | 'inputs';
  /** The edited record; undefined for a new one. */
  recordId?: string | undefined;
  /** Editable fields of an existing record; others are read-only. */
  edits?: readonly string[] | undefined;
  /** Blocks saving while an input is busy. */
  hold: (on: boolean) => void;
  /** Sets inputs of an act that are not asked for, from a custom part of its dialog. */
  give?: (input: Readonly<Record<string, unknown>>) => void;
}

export const FormContext = createContext<FormScope>({ fields: {}, name: '', group: 'fields', hold: () => {} });

/** The surrounding form. */
export function useFormScope(): FormScope {
  return use(FormContext);
}

/** Blocks saving while `on`, such as during an upload. */
export function useHold(on: boolean): void {
  const { hold } = useFormScope();
  useEffect(() => {
    if (!on) return;
    hold(true);
    return () => hold(false);
  }, [on, hold]);
}

/** Formats of values for the reader and project. */
export function useWriting(): Writing {
  const formats = useFormats();
  return useMemo(() => {
    const { timeZone } = readerOf(scopeNow());
    return { formats, timeZone, today: dayOf(new Date(now()), timeZone) };
  }, [formats]);
}

const MOST_LETTERS = 32;
/** A noun within a sentence: "Phiếu thu" as "phiếu thu"; acronyms are unchanged. */
const within = (noun: string) =>
  /^\p{Lu}\p{Lu}/u.test(noun) ? noun : noun.charAt(0).toLocaleLowerCase() + noun.slice(1);
const shortened = (text: string) => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1)}…` : text);

/** Words of a definition's fields and options. */
export function useFieldWords(name: string, group: FormScope['group'] = 'fields') {
  const { t, i18n } = useTranslation([name, 'kit', 'common', 'errors']);
  return useMemo(() => {
    const wordOf = (key: string, params: Record<string, string> = {}): string =>
      i18n.exists(`${name}:${key}`) ? t(`${name}:${key}`, params) : '';
    return {
      label: (field: string, { label = field }: Pick<Field, 'label'> = {}) =>
        wordOf(`${group}.${label}`) || wordOf(`fields.${label}`) || (label.includes('.') ? wordOf(label) : '') || label,
      option: (field: string, value: string) => wordOf(`options.${field}.${value}`) || value,
      status: (value: string) => wordOf(`statuses.${value}`) || value,
      action: (action: string) => wordOf(`actions.${action}`) || action,
      ask: (action: string) => wordOf(`asks.${action}`),
      // Help texts about `{{variables}}` get the braces as parameters.
      help: (field: string) => wordOf(`help.${field}`, { open: '{{', close: '}}' }),
      /**
       * Name of a record from its own fields, a choice by its word; '' if another record names it, which only a loaded
       * reference knows.
       */
      called: (
        definition: Pick<Definition, 'title' | 'titledBy' | 'apart' | 'fields'>,
        row: Row | null | undefined,
      ) => {
        const { title, fields } = definition;
        const { kind } = fields[title] ?? {};
        if (kind === 'ref') return '';
        return (kind === 'choice' && wordOf(`options.${title}.${row?.[title]}`)) || titleIn(definition, row);
      },
      one: t(`${name}:name`),
      /** A record with its noun: "phiếu thu PT-2611-00042". */
      thing: (title: string) => [within(t(`${name}:name`)), shortened(title)].filter(Boolean).join(' '),
      /** Label of an act's confirming button: dangerous acts with the record. */
      button: (
        { name: action, action: { danger } }: { name: string; action: Pick<Action, 'danger'> },
        what: string,
      ) => {
        const word = wordOf(`actions.${action}`) || action;
        if (!danger) return word;
        return wordOf(`full.${action}`, { what }) || t('kit:act.sure', { action: word, name: what });
      },
    };
  }, [t, i18n, name, group]);
}
