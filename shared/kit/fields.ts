import type { Books } from './books.ts';
import type { Status } from './status.ts';

/** Kinds of fields, a closed set. Each layer (schema, storage, cell, input, filter, sheet) has one exhaustive record of them. */
export type Kind =
  | 'text'
  | 'longText'
  | 'richText'
  | 'choice'
  | 'flag'
  | 'integer'
  | 'money'
  | 'percent'
  | 'decimal'
  | 'date'
  | 'month'
  | 'instant'
  | 'ref'
  | 'refs'
  | 'phone'
  | 'email'
  | 'identifier'
  | 'files'
  | 'lines';

interface Base {
  /** Required on create, and cannot be cleared. */
  required?: boolean;
  /** A reference whose record supplies the value, so that it need not be given. */
  derivedFrom?: string;
  /** Required for staff unless the other field is given; `code` is the error if both are empty. */
  unless?: { given: string; code: string };
  /** For act inputs: required if the record has one of these values. */
  requiredOf?: Readonly<Record<string, readonly string[]>>;
  /** Personal data: encrypted at rest, masked in every answer (domain.md, Personal data). */
  personal?: boolean;
  /** Reference to the person it belongs to; it is cleared when that person is erased. */
  whose?: string;
  /** Identifies a person or grants access (a name, an account, a door code), though staff see it: excluded from reports. */
  tells?: boolean;
  /** Found by the search box; personal values only by the whole value, by those who may read it. */
  search?: boolean;
  /** Unique among live documents of a project, ignoring case and accents; `within` limits it to equal values of another field. */
  unique?: boolean | { within: string };
  /** Ignores accents in the comparison. */
  unaccented?: boolean;
  /** Code of the refusal of a duplicate; defaults to ALREADY_EXISTS. */
  taken?: string;
  /** Field that gets the error of a duplicate. */
  blames?: string;
  /** Set by the server only; never accepted from a client. */
  readOnly?: boolean;
  /** Describes the record's state: an import that states another one is refused, not ignored. */
  state?: boolean;
  /** Never shown to residents. */
  staffOnly?: boolean;
  /** An id or key that means nothing to people: not in details, history or files. */
  internal?: boolean;
  /** Internal to the server and in no answer: counters and lookup keys. */
  kept?: boolean;
  /** Only in details, because it is too long for a list row. */
  detailOnly?: boolean;
  /** Shown and accepted only if other fields have one of these values. */
  visibleWhen?: Readonly<Record<string, readonly string[]>>;
  /** Key in `words` if it differs from the field's; with a dot it is absolute. */
  label?: string;
}

/**
 * `code`: no special characters; `key`: no words, sorted by its characters; `digits`: digits only; `country`: ISO 3166
 * alpha-2; `address`: ends with a ward and a province or city, which forms offer; `index`: holds the place of a running
 * number; `hours`: spans of a day; `time`: a time of day, `HH:mm`, up to 24:00.
 */
export type TextField = Base & {
  kind: 'text';
  min?: number;
  max: number;
  code?: boolean;
  key?: boolean;
  digits?: boolean;
  country?: boolean;
  address?: boolean;
  index?: boolean;
  hours?: boolean;
  time?: boolean;
  /** Free text whose numbers count when sorting: 2 before 10. */
  numbers?: boolean;
  /** A licence plate, compared by letters and digits. */
  plate?: boolean;
  /** A tax code, shown with a hyphen before its branch. */
  taxCode?: boolean;
  /** For the code of a record of another module: the field that holds its id, and the module by prefix of the code. */
  codeOf?: { id: string; by: Readonly<Record<string, string>> };
  /** Code of the refusal of an invalid value. */
  wrong?: string;
  /** A password: masked while typed, and never stored in drafts. */
  secret?: true;
  /** A code with words: their group in the module's locale; other values are shown as they are. */
  wordedBy?: string;
};
/** `missing`: code of the refusal if it is not given; defaults to REQUIRED. */
export type LongTextField = Base & { kind: 'longText'; min?: number; max: number; missing?: string };
/**
 * Markup with a few tags; `max` counts all of it, `missing` is as for a long text. The server sanitizes it before storing;
 * search and exports use its text.
 */
export type RichTextField = Base & { kind: 'richText'; max: number; missing?: string };
export type ChoiceField<O extends string = string> = Base & {
  kind: 'choice';
  options: readonly O[];
  initial?: O;
  /** Code of the refusal of an unknown value; defaults to CHOICE_INVALID. */
  wrong?: string;
  /** Values shown like a status, with its look. */
  states?: Readonly<Record<O, Status>>;
};
export type FlagField = Base & { kind: 'flag'; initial?: boolean };
export type NumberField = Base & {
  kind: 'integer' | 'money' | 'percent' | 'decimal';
  min?: number;
  max?: number;
  initial?: number;
  /** Digits are not grouped, as for a year. */
  ungrouped?: true;
  /** Decimal places; defaults to 2. */
  places?: 3 | 4 | 6;
  /** For money: code of the refusal of an amount that is no whole number or below the minimum. */
  wrong?: string;
};
/**
 * `books`: must lie after the closing day of these books. `limit`: from 1900 to today, or not before today; `asks`: forms
 * confirm a past time; `ahead`: code of a past time, which forms show beside other errors; `begins`: default in new forms.
 * `year`: field for the year if only that is known. `missing`: code of the refusal if it is empty.
 */
export type DateField = Base & {
  kind: 'date' | 'month' | 'instant';
  limit?: 'past' | 'future';
  asks?: 'past';
  ahead?: string;
  begins?: 'today';
  year?: string;
  books?: Books;
  missing?: string;
};
/** The deciding field, and the values that its options require of the chosen records. */
interface Fits {
  field: string;
  by: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
/** `to` names the target definition; `where` limits which of its records may be chosen (labels of one type). */
interface Pointing {
  to: string;
  where?: Readonly<Record<string, string>>;
  /** A field of both records that must have the same value. */
  alike?: string;
  /** Limits the choice by the value of another field, in forms and on the server. */
  fits?: Fits;
  /**
   * Statuses in which it prevents the target's removal; in others the record has a copy of it. If empty, the module clears
   * the reference in the same transaction.
   */
  holds?: readonly string[];
  /** The record is a part of the target, and is removed with it. */
  part?: boolean;
  /** Code of the refusal of a new reference that is missing, not allowed or no longer `offered`. Existing references stay valid. */
  invalidRefCode?: string;
  /** Values of records that are offered first. */
  first?: Readonly<Record<string, string>>;
  /** Shown by name to readers of the target's module only, whereas other references show names to readers of the record. */
  readersOnly?: true;
}
/** `worksIn`: assigns employees work of this module; only active ones who may do it can be chosen. */
export type RefField = Base &
  Pointing & {
    kind: 'ref';
    worksIn?: string /** Code of the refusal of several where only one is expected. */;
    one?: string;
  };
export type RefsField = Base & Pointing & { kind: 'refs'; max: number; worksIn?: string };
/** `min`, `max`: length of an identifier, if it differs from a resident's. */
export type ContactField = Base & {
  kind: 'phone' | 'email' | 'identifier';
  min?: number;
  max?: number;
  /** Number of leading characters left unmasked; defaults to 1. */
  head?: number;
};
export type FileType = 'IMAGE' | 'PDF';
export type FilesField = Base & {
  kind: 'files';
  max: number;
  images?: boolean;
  /** Accepted file types, if fewer than uploads allow. */
  types?: readonly FileType[];
  /** Each file may have the full upload size, regardless of the others: scanned documents. */
  large?: boolean;
  /** Maximum size in MB of each file other than a picture, where that is less than all of them may have together. */
  each?: number;
  /** The files go along with mails: too many of them are refused as what a mail may hold. */
  mailed?: boolean;
  /** Pictures of people and their documents: shown only to holders of readEncrypted. */
  guarded?: boolean;
  /** A handwritten signature. */
  drawn?: boolean;
};
/**
 * Fields of a line: flat, without unique or read-only fields and files. Personal values are encrypted and masked as
 * elsewhere, and revealed by a call of the module.
 */
export type LineFields = Readonly<Record<string, Exclude<Field, FilesField | RefsField | LinesField>>>;
/** Rows that exist only within the record: steps of an approval, answers of a poll. */
export type LinesField = Base & {
  kind: 'lines';
  of: LineFields;
  max: number;
  /** Fields of a line shown in the record's drawer; defaults to all. */
  shown?: readonly string[];
  /** A set of values of one choice, without order or duplicates: forms show checkboxes. */
  ticked?: true;
  /** Lines of two parts, the second always given; written in a sheet cell as `50: 1984; 100: 2050; 2380`. */
  paired?: true;
};

/** Name and field of the single choice that lines consist of; such lines fit in one sheet cell. */
export function listedChoice(field: Field): readonly [string, ChoiceField] | null {
  if (field.kind !== 'lines') return null;
  const [only, ...others] = Object.entries(field.of);
  return only && others.length === 0 && only[1].kind === 'choice' ? [only[0], only[1]] : null;
}

/** Name of the single text or address that lines consist of; such lines also fit in one sheet cell. */
export function listedText(field: Field): string | null {
  if (field.kind !== 'lines') return null;
  const [only, ...others] = Object.entries(field.of);
  if (!only || others.length > 0) return null;
  const [name, part] = only;
  return part.kind === 'email' || (part.kind === 'text' && !part.key) ? name : null;
}

/** The two parts of lines that a sheet cell holds in pairs. */
export function listedPair(field: Field): readonly [readonly [string, Field], readonly [string, Field]] | null {
  if (field.kind !== 'lines' || !field.paired) return null;
  const [first, second] = Object.entries(field.of);
  return first && second ? [first, second] : null;
}

/** Whether one sheet cell can hold all lines of a field. */
export const isListed = (field: Field): boolean =>
  listedChoice(field) !== null || listedText(field) !== null || listedPair(field) !== null;

export type Field =
  | TextField
  | LongTextField
  | RichTextField
  | ChoiceField
  | FlagField
  | NumberField
  | DateField
  | RefField
  | RefsField
  | ContactField
  | FilesField
  | LinesField;

export type Fields = Record<string, Field>;

/** An uploaded file in an answer. `url` and `thumbUrl` are signed for the reader, for ten minutes. */
export interface FileInfo {
  id: string;
  name: string;
  type: string;
  /** In bytes. */
  size: number;
  url: string;
  thumbUrl: string | null;
}

/**
 * `stored`: on the server (instants are Date, files are ids). `line`: the same within lines (an instant is a Date if the
 * server wrote it, ISO text if a client sent it). `wire`: in answers (ISO text, file details).
 */
export type Side = 'stored' | 'line' | 'wire';

/** Type of a field's value. */
export type ValueOf<F, S extends Side> = F extends { kind: 'choice'; options: readonly (infer O)[] }
  ? O
  : F extends { kind: 'flag' }
    ? boolean
    : F extends { kind: 'integer' | 'money' | 'percent' | 'decimal' }
      ? number
      : F extends { kind: 'instant' }
        ? S extends 'stored'
          ? Date
          : S extends 'line'
            ? Date | string
            : string
        : F extends { kind: 'files' }
          ? S extends 'wire'
            ? FileInfo[]
            : string[]
          : F extends { kind: 'refs' }
            ? string[]
            : F extends { kind: 'lines'; of: infer O extends Fields }
              ? ValuesOf<O, S extends 'wire' ? 'wire' : 'line'>[]
              : string;

export type Always<F> = F extends
  | { required: true }
  | { kind: 'flag' | 'refs' | 'files' | 'lines' }
  | { initial: string | number | boolean }
  ? true
  : false;

/** Types of a set of fields: lists and flags are never null, other optional fields may be. */
export type ValuesOf<FS extends Fields, S extends Side = 'stored'> = {
  [K in keyof FS]: Always<FS[K]> extends true ? ValueOf<FS[K], S> : ValueOf<FS[K], S> | null;
};

/** Type of a field's value in requests: instants as ISO text, files as ids. */
export type GivenOf<F> = F extends { kind: 'instant' }
  ? string
  : F extends { kind: 'files' }
    ? string[]
    : F extends { kind: 'lines'; of: infer O extends Fields }
      ? InputOf<O>[]
      : ValueOf<F, 'wire'>;

type RequiredIn<FS extends Fields> = { [K in keyof FS]: FS[K] extends { required: true } ? K : never }[keyof FS];

/** Type of a form's or act's input, validated by `inputSchema`: optional fields may be missing or null. */
export type InputOf<FS extends Fields> = { [K in RequiredIn<FS>]: GivenOf<FS[K]> } & {
  [K in Exclude<keyof FS, RequiredIn<FS>>]?: Always<FS[K]> extends true ? GivenOf<FS[K]> : GivenOf<FS[K]> | null;
};

/** Whether a field applies, given the other values. */
export const isAsked = ({ visibleWhen = {} }: Pick<Field, 'visibleWhen'>, values: Record<string, unknown>): boolean =>
  Object.entries(visibleWhen).every(([name, wanted]) => wanted.includes(String(values[name])));

/** Values required of records that a reference may choose, given the deciding field. */
export const wantedOf = (field: Field, decides: unknown): Readonly<Record<string, string>> =>
  ('fits' in field && field.fits?.by[String(decides)]) || {};

export const isUngrouped = (field: Field): boolean => 'ungrouped' in field && field.ungrouped === true;
export const isMany = ({ kind }: Pick<Field, 'kind'>): boolean =>
  kind === 'refs' || kind === 'files' || kind === 'lines';

/** Value of a field if nothing was given. */
export function emptyValue(field: Field): unknown {
  if ('initial' in field && field.initial !== undefined) return field.initial;
  return field.kind === 'flag' ? false : isMany(field) ? [] : null;
}
