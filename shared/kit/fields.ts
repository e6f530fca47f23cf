import type { Books } from './books.ts';
import type { Status } from './status.ts';

/** What a field can be: a closed set. Each layer (schema, storage, cell, input, filter, sheet) has one exhaustive record over it. */
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
  /** Must be given on create, and cannot be cleared. */
  required?: boolean;
  /** A reference by which it need not be given: its record tells it. */
  derivedFrom?: string;
  /** Staff must give it unless that other field is given; `code` says so where both are empty. */
  unless?: { given: string; code: string };
  /** Of the input of an act: it must be given where the record holds one of these values. */
  requiredOf?: Readonly<Record<string, readonly string[]>>;
  /** Personal data: encrypted at rest, masked in every answer (domain.md, Personal data). */
  personal?: boolean;
  /** The reference to the person whom it is of: it goes when that person is erased. */
  whose?: string;
  /** Tells who somebody is or lets somebody in, as a name, an account or the code of a door does, though staff see it: in no report. */
  tells?: boolean;
  /** Its words are found by the search box; what is personal as a whole alone, by who may read it. */
  search?: boolean;
  /** No two live documents of a project share it (compared without case and accents); `within` another field: no two that hold the same there. */
  unique?: boolean | { within: string };
  /** Accents do not make it another one. */
  unaccented?: boolean;
  /** Code of the refusal where another has the value; default ALREADY_EXISTS. */
  taken?: string;
  /** The field that is told of it, where another has the value. */
  blames?: string;
  /** Set by the server alone; never accepted from a client. */
  readOnly?: boolean;
  /** Tells where the record stands: a file that says otherwise than what is there is refused, not read over. */
  state?: boolean;
  /** Never shown to residents. */
  staffOnly?: boolean;
  /** An id or key behind the record, which says nothing to people: in no detail, history or file. */
  internal?: boolean;
  /** The server's own, of which no answer tells: what is counted in, keys by which something is found or is there once. */
  kept?: boolean;
  /** Only in the detail: too long for a list row. */
  detailOnly?: boolean;
  /** Asked and shown only where other fields hold one of these values. */
  visibleWhen?: Readonly<Record<string, readonly string[]>>;
  /** The name in `words`, when it is not the key itself; with a dot, from the top of the words. */
  label?: string;
}

/** `code`: no special characters; `key`: no words, goes by its characters; `digits`: nothing else; `country`: two letters of ISO 3166; `address`: ends with a ward and a province or city, which are offered; `index`: holds the place of a running number; `hours`: spans of a day; `time`: a moment of it, `HH:mm`, up to 24:00. */
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
  /** People write it, and its numbers count where it is sorted: 2 before 10. */
  numbers?: boolean;
  /** A licence plate: compared by its letters and digits. */
  plate?: boolean;
  /** A tax code: shown with a hyphen before its branch. */
  taxCode?: boolean;
  /** The code of a record of another module: the field beside it that holds its id, and whose code it is by how it begins. */
  codeOf?: { id: string; by: Readonly<Record<string, string>> };
  /** Code of the refusal where it is no code. */
  wrong?: string;
  /** A password: typed unseen, and kept in no draft of a form. */
  secret?: true;
};
/** `missing`: code of the refusal where it is not given; default REQUIRED. */
export type LongTextField = Base & { kind: 'longText'; min?: number; max: number; missing?: string };
/** Markup of a few tags: `max` counts it whole; `missing` as of a long text. Stored as the server has cleaned it, searched and exported by its words. */
export type RichTextField = Base & { kind: 'richText'; max: number; missing?: string };
export type ChoiceField<O extends string = string> = Base & {
  kind: 'choice';
  options: readonly O[];
  initial?: O;
  /** The code of what is none of them; default CHOICE_INVALID. */
  wrong?: string;
  /** Its values are states beside the status: shown as that is. */
  states?: Readonly<Record<O, Status>>;
};
export type FlagField = Base & { kind: 'flag'; initial?: boolean };
export type NumberField = Base & {
  kind: 'integer' | 'money' | 'percent' | 'decimal';
  min?: number;
  max?: number;
  initial?: number;
  /** It names rather than counts, as a year does: its digits are not grouped. */
  ungrouped?: true;
  /** Of a decimal: 2 where it is not said. */
  places?: 3 | 4 | 6;
  /** The code of what is no whole number, or less than the least; of money alone. */
  wrong?: string;
};
/** `books`: it stands in these, and lies after the day up to which they are closed. `limit`: from 1900 to today, or not before today; `asks`: forms ask before they take what is past; `ahead`: the code of a time that is over, which forms say beside whatever else is wrong; `begins`: a form for what is new has today in it. `year`: the field that keeps its year, which may be all that is known. `missing`: the code of no day. */
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
/** The field that decides, and what each of its values asks of the records that are chosen. */
interface Fits {
  field: string;
  by: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
/** `to` is the name of the definition that it points at; `where` says which of its records may be chosen (labels of one type). */
interface Pointing {
  to: string;
  where?: Readonly<Record<string, string>>;
  /** A field of both: only what holds the same there may be chosen. */
  alike?: string;
  /** By the value of another field, what its records hold: forms offer those alone, and nothing else is taken. */
  fits?: Fits;
  /** Only in these statuses it keeps what it points at from being removed: in others it has a copy of it. In none: its module lets go of it in the same transaction. */
  holds?: readonly string[];
  /** The record is a part of the one it points at, and goes with it. */
  part?: boolean;
  /** Code of the refusal where it begins to point at nothing, at what may not be chosen or is not `offered` any more; what it points at already stays. */
  invalidRefCode?: string;
  /** What is offered before the others: values of its records. */
  first?: Readonly<Record<string, string>>;
}
/** `worksIn`: gives employees work of this module; only those can be chosen who are active and may do it. */
export type RefField = Base &
  Pointing & {
    kind: 'ref';
    worksIn?: string /** The code by which several are refused where one is asked for. */;
    one?: string;
  };
export type RefsField = Base & Pointing & { kind: 'refs'; max: number; worksIn?: string };
/** `min`, `max`: how long an identifier is, where that is not as a resident's. */
export type ContactField = Base & {
  kind: 'phone' | 'email' | 'identifier';
  min?: number;
  max?: number;
  /** So many of its first characters stay where it is masked; default 1. */
  head?: number;
};
export type FileType = 'IMAGE' | 'PDF';
export type FilesField = Base & {
  kind: 'files';
  max: number;
  images?: boolean;
  /** What a file may be, where that is less than all that an upload takes. */
  types?: readonly FileType[];
  /** Each may be as large as an upload, whatever lies beside it: papers that were scanned. */
  large?: boolean;
  /** Pictures of people and their papers: only who holds readEncrypted gets to see them. */
  guarded?: boolean;
  /** Drawn by hand: a signature. */
  drawn?: boolean;
};
/** Flat fields of a line; none of them is unique, read-only or a file. What is personal is sealed and masked as it is outside of lines, and revealed by a call of its module. */
export type LineFields = Readonly<Record<string, Exclude<Field, FilesField | RefsField | LinesField>>>;
/** Rows that belong to the record and have no life of their own: the steps of an approval, the answers of a poll. */
export type LinesField = Base & {
  kind: 'lines';
  of: LineFields;
  max: number;
  /** What of a line stands in the drawer of its record, where that is not all of it. */
  shown?: readonly string[];
  /** A few words of one choice, in no order and none of them twice: forms tick them. */
  ticked?: true;
  /** Of two parts, of which the second is always there: a cell of a sheet holds them as `50: 1984; 100: 2050; 2380`. */
  paired?: true;
};

/** The one choice that lines are made of, with its name: such lines are a list of words, which a cell of a sheet holds. */
export function listedChoice(field: Field): readonly [string, ChoiceField] | null {
  if (field.kind !== 'lines') return null;
  const [only, ...others] = Object.entries(field.of);
  return only && others.length === 0 && only[1].kind === 'choice' ? [only[0], only[1]] : null;
}

/** The name of the one text or address that lines are made of: such lines are a list of words too, each as it is written. */
export function listedText(field: Field): string | null {
  if (field.kind !== 'lines') return null;
  const [only, ...others] = Object.entries(field.of);
  if (!only || others.length > 0) return null;
  const [name, part] = only;
  return part.kind === 'email' || (part.kind === 'text' && !part.key) ? name : null;
}

/** The two parts of lines that a cell of a sheet holds in pairs. */
export function listedPair(field: Field): readonly [readonly [string, Field], readonly [string, Field]] | null {
  if (field.kind !== 'lines' || !field.paired) return null;
  const [first, second] = Object.entries(field.of);
  return first && second ? [first, second] : null;
}

/** Whether a cell of a sheet holds all lines of a field. */
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

/** An uploaded file as it travels; `url` and `thumbUrl` are signed for their reader for ten minutes. */
export interface FileInfo {
  id: string;
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  url: string;
  thumbUrl: string | null;
}

/** `stored` is what the server holds (instants are Date, files are ids), `line` the same within lines (an instant is a Date where the server wrote it, ISO text where a client gave it), `wire` what travels (ISO text, file details). */
export type Side = 'stored' | 'line' | 'wire';

/** The value of one field. */
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

type Always<F> = F extends
  | { required: true }
  | { kind: 'flag' | 'refs' | 'files' | 'lines' }
  | { initial: string | number | boolean }
  ? true
  : false;

/** The values of a set of fields: lists and flags are never null, an optional field without a value is null. */
export type ValuesOf<FS extends Fields, S extends Side = 'stored'> = {
  [K in keyof FS]: Always<FS[K]> extends true ? ValueOf<FS[K], S> : ValueOf<FS[K], S> | null;
};

/** The value of one field as a client gives it: an instant is ISO text, a file its id. */
export type GivenOf<F> = F extends { kind: 'instant' }
  ? string
  : F extends { kind: 'files' }
    ? string[]
    : F extends { kind: 'lines'; of: infer O extends Fields }
      ? InputOf<O>[]
      : ValueOf<F, 'wire'>;

type RequiredIn<FS extends Fields> = { [K in keyof FS]: FS[K] extends { required: true } ? K : never }[keyof FS];

/** The values of a form or an act as they are given, checked by `inputSchema`: what is not required may be missing, or null. */
export type InputOf<FS extends Fields> = { [K in RequiredIn<FS>]: GivenOf<FS[K]> } & {
  [K in Exclude<keyof FS, RequiredIn<FS>>]?: Always<FS[K]> extends true ? GivenOf<FS[K]> : GivenOf<FS[K]> | null;
};

/** Whether a field says something beside these values. */
export const isAsked = ({ visibleWhen = {} }: Pick<Field, 'visibleWhen'>, values: Record<string, unknown>): boolean =>
  Object.entries(visibleWhen).every(([name, wanted]) => wanted.includes(String(values[name])));

/** What the records must hold that a reference may choose, by what the field says that decides. */
export const wantedOf = (field: Field, decides: unknown): Readonly<Record<string, string>> =>
  ('fits' in field && field.fits?.by[String(decides)]) || {};

/** Whether a field holds a list, which is empty where others are null. */
/** Whether it is a number whose digits are not grouped. */
export const isUngrouped = (field: Field): boolean => 'ungrouped' in field && field.ungrouped === true;
export const isMany = ({ kind }: Pick<Field, 'kind'>): boolean =>
  kind === 'refs' || kind === 'files' || kind === 'lines';

/** What a field holds when nothing was given. */
export function emptyValue(field: Field): unknown {
  if ('initial' in field && field.initial !== undefined) return field.initial;
  return field.kind === 'flag' ? false : isMany(field) ? [] : null;
}
