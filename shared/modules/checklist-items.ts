import type { FieldErrors } from '../kit/errors.ts';
import type { Fields } from '../kit/fields.ts';
import { nameKey } from '../kit/text-search.ts';

export const ITEM_KINDS = ['CHECK', 'NUMBER', 'TEXT', 'CHOICE', 'PHOTO', 'SIGNATURE', 'METER'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];
export const ITEM_RESULTS = ['PASS', 'FAIL', 'NA'] as const;
export type ItemResult = (typeof ITEM_RESULTS)[number];
/** Maximum number of items per list, and of images per answer. */
export const MOST_ITEMS = 100;
export const MOST_PICTURES = 5;
/** Maximum number of images that explain an item. */
export const MOST_HELP = 3;
const FEWEST_OPTIONS = 2;
const MOST_OPTIONS = 10;
const OPTION_LENGTH = 60;

const BOUND = { kind: 'decimal', places: 3, min: -1_000_000, max: 1_000_000 } as const;
/** Texts separated by line breaks or semicolons. */
const OPTIONS = { kind: 'longText', max: 700 } as const;

/** Checklist items: checks, measurements, photos, signatures. */
export const ITEM_FIELDS = {
  section: { kind: 'text', max: 100 },
  label: { kind: 'text', min: 2, max: 300, required: true },
  kind: { kind: 'choice', options: ITEM_KINDS, required: true },
  required: { kind: 'flag', initial: true },
  unitName: { kind: 'text', max: 20 },
  min: BOUND,
  max: BOUND,
  decimals: { kind: 'integer', min: 0, max: 3 },
  options: OPTIONS,
  failOptions: OPTIONS,
  photoOnFail: { kind: 'flag' },
  noteOnFail: { kind: 'flag' },
  help: { kind: 'text', max: 500 },
  /** File ids of explanatory images, which belong to the checklist. */
  helpPictures: { kind: 'text', max: MOST_HELP * 25, key: true, internal: true },
  /** Key of the machine's meter that is read. */
  meterKey: { kind: 'text', key: true, max: 16 },
} as const satisfies Fields;

/** Answer fields. `at` is the time of the device, `receivedAt` that of the server. */
export const ANSWER_FIELDS = {
  value: { kind: 'text', max: 1000 },
  result: { kind: 'choice', options: ITEM_RESULTS },
  note: { kind: 'text', max: 1000 },
  /** File ids of its images, which belong to the work. */
  pictures: { kind: 'text', max: 200, key: true },
  at: { kind: 'instant' },
  receivedAt: { kind: 'instant' },
  byId: { kind: 'ref', to: 'employee' },
  onceKey: { kind: 'text', max: 64, key: true },
  /** For a signature: digest of the answers signed. */
  signs: { kind: 'text', max: 64, key: true },
} as const satisfies Fields;

export interface Item {
  section?: string | null;
  label: string;
  kind: ItemKind;
  required?: boolean;
  unitName?: string | null;
  min?: number | null;
  max?: number | null;
  decimals?: number | null;
  options?: string | null;
  failOptions?: string | null;
  photoOnFail?: boolean;
  noteOnFail?: boolean;
  help?: string | null;
  helpPictures?: string | null;
  meterKey?: string | null;
}

export interface WorkItem extends Item {
  n: number;
  value?: string | null;
  result?: ItemResult | null;
  note?: string | null;
  pictures?: string | null;
  at?: string | null;
  receivedAt?: string | null;
  byId?: string | null;
  onceKey?: string | null;
  signs?: string | null;
}

export const itemsIn = (items: unknown): Item[] => (Array.isArray(items) ? (items as Item[]) : []);
export const workItemsIn = (items: unknown): WorkItem[] => (Array.isArray(items) ? (items as WorkItem[]) : []);
const idsIn = (text: string | null | undefined): string[] => (text ? text.split(' ') : []);
export const picturesIn = ({ pictures }: { pictures?: string | null }): string[] => idsIn(pictures);
export const helpPicturesIn = ({ helpPictures }: Pick<Item, 'helpPictures'>): string[] => idsIn(helpPictures);

export const optionsIn = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split(/[\n;]/)
    .map(line => line.trim())
    .filter(Boolean);

/** Error of an item with its reason as translation key. */
const invalid = (why: 'bounds' | 'options' | 'failOptions' | 'meterKey' | 'label') => ({
  code: 'CHECKLIST_ITEM_INVALID' as const,
  params: { why: `maintenance-checklist.state.${why}` },
});

/** Requires ordered bounds, valid options, a meter where one is read, and unique labels per section. */
export function itemsFit(items: unknown): FieldErrors {
  const errors: FieldErrors = {};
  const seen = new Set<string>();
  for (const [n, { section, label, kind, min, max, options, failOptions, meterKey }] of itemsIn(items).entries()) {
    if (typeof min === 'number' && typeof max === 'number' && min > max) errors[`items.${n}.min`] = invalid('bounds');
    const texts = optionsIn(options);
    const few = texts.length < FEWEST_OPTIONS || texts.length > MOST_OPTIONS;
    const long = texts.some(text => text.length > OPTION_LENGTH) || new Set(texts).size < texts.length;
    if (kind === 'METER' && !meterKey) errors[`items.${n}.meterKey`] = invalid('meterKey');
    if (kind === 'CHOICE' && (few || long)) errors[`items.${n}.options`] = invalid('options');
    if (kind === 'CHOICE' && optionsIn(failOptions).some(option => !texts.includes(option)))
      errors[`items.${n}.failOptions`] = invalid('failOptions');
    const key = `${nameKey(section ?? '')}\n${nameKey(label ?? '')}`;
    if (seen.has(key)) errors[`items.${n}.label`] = invalid('label');
    seen.add(key);
  }
  return errors;
}

/**
 * Sets defaults and clears fields that do not apply to the kind. Failed checks and measurements require photo and note
 * unless set otherwise.
 */
export function completeItem(item: Item): Item {
  const { kind, required = true } = item;
  const strict = kind === 'CHECK' || kind === 'NUMBER';
  const { photoOnFail = strict, noteOnFail = strict } = item;
  const only = (kinds: readonly ItemKind[], names: readonly (keyof Item)[]) =>
    kinds.includes(kind) ? {} : Object.fromEntries(names.map(name => [name, null]));
  const none = {
    ...only(['NUMBER'], ['min', 'max', 'decimals']),
    ...only(['NUMBER', 'METER'], ['unitName']),
    ...only(['CHOICE'], ['options']),
    ...only(['METER'], ['meterKey']),
  };
  return { ...item, required, photoOnFail, noteOnFail, ...none, ...only(['CHOICE'], ['failOptions']) };
}

export interface GivenAnswer {
  value?: string | number | null | undefined;
  result?: ItemResult | null | undefined;
  note?: string | null | undefined;
  images?: readonly string[] | undefined;
}

/** Parses a measurement; comma and point are both decimal separators. Null if invalid. */
export function readMeasure(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const text = String(value ?? '').trim();
  return /^-?\d{1,9}([.,]\d{1,3})?$/.test(text) ? Number(text.replace(',', '.')) : null;
}

const isWithin = ({ min, max }: Item, value: number): boolean =>
  (typeof min !== 'number' || value >= min) && (typeof max !== 'number' || value <= max);

const REQUIRED = { code: 'REQUIRED' } as const;

interface Said {
  value: string | null;
  result: ItemResult;
}
type Judged = Said | { errors: FieldErrors };
const answer = (value: string | null, result: ItemResult): Said => ({ value, result });
const wrong = (part: 'value' | 'result' | 'note' | 'images', code = 'REQUIRED'): Judged => ({
  errors: { [part]: { code } },
});
const words = (_item: Item, { value }: GivenAnswer): Judged => {
  const text = String(value ?? '').trim();
  return text ? answer(text, 'PASS') : wrong('value');
};
/** Validates a signature: signer's name and drawing. */
const signed = (item: Item, reply: GivenAnswer): Judged => {
  const name = words(item, reply);
  if (isWrong(name)) return name;
  return (reply.images ?? []).length > 0 ? name : wrong('images');
};

/** Evaluates an answer by kind of item: stored value and result, or errors. */
const READ: Readonly<Record<ItemKind, (item: Item, given: GivenAnswer) => Judged>> = {
  CHECK: (_item, { result }) => (result ? answer(null, result) : wrong('result')),
  NUMBER: (item, { value }) => {
    const read = readMeasure(value);
    if (read === null) return wrong('value', value === null || value === undefined ? 'REQUIRED' : 'TYPE_INVALID');
    return answer(String(read), isWithin(item, read) ? 'PASS' : 'FAIL');
  },
  METER: (_item, { value }) => {
    const read = readMeasure(value);
    if (read === null) return wrong('value', value === null || value === undefined ? 'REQUIRED' : 'TYPE_INVALID');
    return answer(String(read), 'PASS');
  },
  TEXT: words,
  CHOICE: (item, { value }) => {
    const chosen = String(value ?? '').trim();
    if (!chosen) return wrong('value');
    if (!optionsIn(item.options).includes(chosen)) return wrong('value', 'CHOICE_INVALID');
    return answer(chosen, optionsIn(item.failOptions).includes(chosen) ? 'FAIL' : 'PASS');
  },
  PHOTO: (_item, { images = [] }) => (images.length > 0 ? answer(null, 'PASS') : wrong('images')),
  SIGNATURE: signed,
};

/** Evaluates an answer: value and result, or errors by field. Only optional items can be N/A without a note. */
export function judged(item: Item, reply: GivenAnswer): Judged {
  const { note, images = [] } = reply;
  if (reply.result === 'NA') return item.required !== false && !note?.trim() ? wrong('note') : answer(null, 'NA');
  const found = READ[item.kind](item, reply);
  if (isWrong(found) || found.result !== 'FAIL') return found;
  const errors: FieldErrors = {};
  if (item.photoOnFail && images.length === 0) errors.images = REQUIRED;
  if (item.noteOnFail && !note?.trim()) errors.note = REQUIRED;
  return Object.keys(errors).length > 0 ? { errors } : found;
}

export const isWrong = (found: Judged): found is { errors: FieldErrors } => 'errors' in found;
export const isAnswered = ({ result }: Pick<WorkItem, 'result'>): boolean => Boolean(result);
/** Required items without an answer. */
export const openItems = (items: readonly WorkItem[]): WorkItem[] =>
  items.filter(item => item.required !== false && !isAnswered(item));
export const failedItems = (items: readonly WorkItem[]): WorkItem[] => items.filter(({ result }) => result === 'FAIL');

/** Progress in whole per cent; 100 only once all required items are answered. */
export function progressOf(items: readonly WorkItem[]): number {
  const answered = items.filter(isAnswered).length;
  const wanted = answered + openItems(items).length;
  return wanted === 0 ? 0 : Math.floor((answered * 100) / wanted);
}
